import { type Row, row, type Scene } from "./actions.ts";
import { BROWSER_KINDS, wake } from "./browser-actions.ts";
import { NETWORK_KINDS, online } from "./network-actions.ts";
import { USER_KINDS } from "./user-actions.ts";

/** Ends every fault, and wakes what sleeps. */
export function calm(scene: Scene): void {
  const { profile, services, people, scheduler } = scene;
  scene.site?.calm();
  scene.popups?.calm();
  const wasOffline = profile.line.mode() === "offline";
  profile.line.setMode("ok");
  if (!profile.indexedDb.isOk()) profile.rules.storageFails();
  profile.indexedDb.setMode("ok");
  profile.channels.setMode("ok");
  profile.notes.setRefused(false);
  profile.line.keys()?.setReach(true);
  profile.moments.clear();
  for (const { uid } of people) {
    const found = services.identity.account(uid);
    if (found) services.identity.update(found, { disabled: false });
  }
  for (const tab of profile.tabs.values()) wake(scene, tab);
  for (const { page } of profile.tabs.values()) page.learnsAt = 0;
  const wakeAll = () => {
    for (const { page } of profile.tabs.values()) page.post(() => page.signal("visible"));
  };
  // A page notices at its next look that its connection does not answer. It looks again with another one.
  if (profile.indexedDb.hasStuck()) scheduler.after(60_000, wakeAll);
  wakeAll();
  if (wasOffline) online(profile);
}

/** Every kind of step of a browser. */
export const KINDS = {
  ...USER_KINDS,
  ...BROWSER_KINDS,
  ...NETWORK_KINDS,
  calms: row(4, calm),
} satisfies Record<string, Row>;
