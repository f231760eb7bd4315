import { call, msOf, type Row, row } from "./actions.ts";
import type { PortMode, PortName } from "./site/ports.ts";
import type { Site } from "./site/site.ts";

/** Changes for a time how another machine treats the server. */
const port =
  (name: PortName, mode: PortMode): Row["perform"] =>
  ({ site, scheduler }, action) => {
    site?.setPort(name, mode);
    scheduler.after(msOf(action), () => site?.setPort(name, "ok"));
  };

/** One process after the other takes a change. */
const roll =
  (change: (site: Site) => Parameters<Site["roll"]>[0]): Row["perform"] =>
  ({ site }, action) =>
    site?.roll(change(site), msOf(action));

/** As for each request of the site. */
const REQUEST_MS = 30_000;
const FOUR_DAYS_MS = 4 * 86_400_000;

/** The steps of a server that keeps sessions. */
export const SERVER_KINDS = {
  serverCrashes: row(10, ({ site }, action) => site?.kill(action.who, msOf(action))),
  serverSwitches: row(
    6,
    roll((site) => ({ mode: site.target() === "server" ? "release" : "server" })),
  ),
  secretChanges: row(
    6,
    roll(() => ({ newSecret: true })),
  ),
  storeIsAway: row(5, port("store", "away")),
  storeLosesAnswers: row(6, port("store", "loses-answers")),
  storeIsSlow: row(6, port("store", "slow")),
  googleIsSlow: row(2, port("google", "slow")),
  renders: row(8, (scene, { tab }) => {
    if (!scene.profile.tabs.has(tab)) return;
    scene.profile.rules.excuse("an exchange for a page");
    scene.site?.render(scene.profile.cookies.header());
  }),
  /** A page that was loaded before the site kept sessions, and that learns of it later. */
  opensFromBefore: row(5, ({ profile, site }, action) => {
    if (site && !profile.tabs.has(action.tab)) profile.open(action.tab, msOf(action));
  }),
  /** Every machine sleeps, and a proxy repeats the requests for refresh tokens. */
  daysPass: row(3, ({ profile, site }) => {
    profile.rules.excuse("sleep");
    profile.sleep(FOUR_DAYS_MS);
    site?.repeatReleases();
  }),
  /** The browser's own requests no longer reach the server. */
  provesNothing: row(1, ({ profile }) => profile.line.keys()?.setReach(false)),
  /** The user signs out everywhere else. */
  endsOthers: row(3, (scene, action) =>
    call(scene, action, "end of the others", async ({ client, page }) => {
      const state = client.getState();
      const handle = scene.profile.library.sessionIdOf(client);
      if (state.status !== "signed-in" || handle === undefined) return;
      scene.site?.endOthers(state.user.uid);
      await scene.profile.line.forPage(page)("/api/sessions?others", {
        method: "DELETE",
        headers: { "x-session": handle },
        signal: AbortSignal.timeout(REQUEST_MS),
      });
    }),
  ),
} satisfies Record<string, Row>;
