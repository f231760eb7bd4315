import { browserPersistence, browserPlatform, type IdentityClientOptions, scopeOf } from "./options.ts";
import { onTabMessage } from "./session/channel.ts";
import { withinDeadline } from "./session/deadline.ts";
import type { IdentityState } from "./session/identity-state.ts";
import { parseRecord } from "./session/stored-record.ts";

/** The client's own options fit; only some of it is used. */
type WatchOptions = Pick<IdentityClientOptions, "projectId"> & Partial<IdentityClientOptions>;

/** How often storage is read where tabs cannot talk to each other. */
const POLL_MS = 1000;

/**
 * Tells whether a session is stored, for pages that need no more than that to paint: who is signed in,
 * now and as other tabs change it. Reads only; nothing is refreshed, and no network is touched.
 */
export function watchStoredSession(
  options: WatchOptions,
  onChange: (state: IdentityState) => void,
): { stop(): void } {
  const platform = { ...browserPlatform(), ...options };
  const { persistence = browserPersistence() } = options;
  const name = scopeOf(platform.projectId);
  let isStopped = false;
  let said = "";
  const tell = (state: IdentityState) => {
    const text = JSON.stringify(state);
    if (isStopped || text === said) return;
    said = text;
    onChange(state);
  };
  const read = () =>
    withinDeadline(platform, persistence.read(name)).then(
      (stored) => tell(stateOf(stored)),
      () => tell({ status: "unknown", reason: "storage-unavailable" }),
    );
  const channel = platform.channel?.(name);
  if (channel) onTabMessage(channel, () => void read());
  const stopPage = platform.page((signal) => signal === "page-hidden" || void read());
  let stopPolling = () => {};
  const poll = () => {
    stopPolling = platform.setTimeout(() => void read().then(() => isStopped || poll()), POLL_MS);
  };
  if (!channel) poll();
  void read();
  return {
    stop: () => {
      isStopped = true;
      stopPage();
      stopPolling();
      channel?.close();
    },
  };
}

function stateOf(stored: unknown): IdentityState {
  const { session, signedOut, retry } = parseRecord(stored);
  if (!session) return signedOut ? { status: "signed-out", reason: signedOut } : { status: "signed-out" };
  const { user } = session;
  return retry
    ? { status: "signed-in", user, connection: "reconnecting", retryAt: retry.retryAt }
    : { status: "signed-in", user, connection: "online" };
}
