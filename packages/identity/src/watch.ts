import { browserPersistence, browserPlatform, type IdentityClientOptions, scopeOf } from "./options.ts";
import { onTabMessage } from "./session/channel.ts";
import type { IdentityState } from "./session/identity-state.ts";
import { parseRecord } from "./session/stored-record.ts";

/** The client's own options fit; only these three are used. */
type WatchOptions = Pick<IdentityClientOptions, "projectId"> & Partial<IdentityClientOptions>;

/**
 * Tells whether a session is stored, for pages that need no more than that to paint: who is signed in,
 * now and as other tabs change it. Reads only; nothing is refreshed, and no network is touched.
 */
export function watchStoredSession(
  options: WatchOptions,
  onChange: (state: IdentityState) => void,
): { stop(): void } {
  const { projectId, persistence = browserPersistence(), channel } = { ...browserPlatform(), ...options };
  const name = scopeOf(projectId);
  let isStopped = false;
  const read = () =>
    persistence.read(name).then(
      (stored) => tell(stateOf(stored)),
      () => tell({ status: "unknown", reason: "storage-unavailable" }),
    );
  const tell = (state: IdentityState) => {
    if (!isStopped) onChange(state);
  };
  const open = channel?.(name);
  if (open) onTabMessage(open, () => void read());
  void read();
  return {
    stop: () => {
      isStopped = true;
      open?.close();
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
