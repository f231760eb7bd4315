/** Where a session lives: for every tab and the next start, for this tab, or until the page goes. */
export type PersistenceKind = "local" | "session" | "none";

/** Past this, storage counts as unavailable: a hanging database must not hold up a page. */
export const STORAGE_MS = 3000;

/** One stored value and the ways to touch it. Both changes are atomic: no other tab can come between. */
export type Persistence = {
  readonly kind: PersistenceKind;
  /** Resolves to `undefined` when nothing is stored; rejects when that cannot be told. */
  read(key: string): Promise<unknown>;
  update(key: string, change: (current: unknown) => unknown): Promise<void>;
  /** Removes the value if it is the one that is meant; a full disk allows this where it allows no write. */
  remove(key: string, isMeant: (current: unknown) => boolean): Promise<void>;
};
