/** Where a session is stored: for all tabs and restarts, for this tab, or until the page closes. */
export type PersistenceKind = "local" | "session" | "none";

/** After this time storage counts as unavailable, because a hanging database must not block a page. */
export const STORAGE_MS = 3000;

/** One stored value and its operations. Both changes are atomic: no other tab's change can come between. */
export type Persistence = {
  readonly kind: PersistenceKind;
  /**
   * A synchronous storage for the names of the last sessions that were signed out, because a closing page finishes no
   * transaction. Absent if the browser refuses it, or if every change is synchronous.
   */
  readonly signOutNotes?: Pick<Storage, "getItem" | "setItem"> | undefined;
  /** Resolves to `undefined` if nothing is stored; rejects if the read fails. */
  read(key: string): Promise<unknown>;
  update(key: string, change: (current: unknown) => unknown): Promise<void>;
  /** Removes the value if it is the expected one. A full disk may allow a removal although it refuses writes. */
  remove(key: string, isMeant: (current: unknown) => boolean): Promise<void>;
  /** Called when an operation has run out of time: the next one uses a new connection. */
  reconnect?(): void;
};
