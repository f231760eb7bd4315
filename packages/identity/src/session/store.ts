import { IdentityError } from "../errors/identity-error.ts";
import type { LifecycleEvent } from "../events.ts";
import { withinTime } from "../lib/deadline.ts";
import type { Persistence, PersistenceKind } from "../persistence/persistence.ts";
import { STORAGE_MS } from "../persistence/persistence.ts";
import type { Channel, Platform } from "../platform.ts";
import type { TabMessage } from "./channel.ts";
import { parseRecord, type StoredRecord } from "./stored-record.ts";

type Change = (current: StoredRecord) => StoredRecord;

type StoreParts = Pick<Platform, "setTimeout"> & {
  /** The key of the record. */
  scope: string;
  persistence: Persistence;
  tabs: Channel | undefined;
  emit: (event: LifecycleEvent) => void;
};

export type Store = ReturnType<typeof createStore>;

/** The stored record: parsed, within a deadline, told to the other tabs, and in memory once storage has failed. */
export function createStore(parts: StoreParts) {
  const { scope, emit, tabs } = parts;
  let last: StoredRecord = {};

  /** One name for whatever goes wrong. */
  const within = <T>(operation: Promise<T>): Promise<T> =>
    withinTime(parts, STORAGE_MS, () => operation).catch((cause) => {
      throw new IdentityError("storage-unavailable", { cause });
    });

  const parse = (stored: unknown): StoredRecord => {
    const record = parseRecord(stored);
    // Said once: what was set aside before is in the last record.
    if (record.setAside !== undefined && last.setAside === undefined)
      emit({ type: "stored-value-set-aside" });
    return record;
  };

  /** Once what storage that has failed still holds is out, and nobody is in, all is as before. */
  const clear = async (): Promise<void> => {
    if (!store.hasFailed) return;
    await store.remove();
    store.hasFailed = false;
  };

  const store = {
    /** Where the record lives, as long as that has not failed. */
    persistence: parts.persistence,
    /** From then on the last record is the truth, and storage is left alone until somebody else signs in, or nobody is. */
    hasFailed: false as boolean,
    kind: (): PersistenceKind => (store.hasFailed ? "none" : store.persistence.kind),
    /** Whether other tabs have the same session: not so by choice of memory or tab, but still so after a failure. */
    isShared: () => store.persistence.kind === "local",
    tell: (message: TabMessage) => tabs?.postMessage(message),
    remove: () => within(store.persistence.remove(scope)),
    updateIn: async (target: Persistence, change: Change): Promise<StoredRecord> => {
      let next = last;
      await within(
        target.update(scope, (stored) => {
          const current = parse(stored);
          next = change(current);
          // Nothing changed, nothing written: what cannot be read here may be another version's session.
          return next === current ? stored : { ...next, version: 1 };
        }),
      );
      return next;
    },
    /** Rejects when it cannot be told what is stored; that is never the same as nothing. */
    read: async (): Promise<StoredRecord> => {
      if (!last.session) await clear().catch(() => undefined);
      if (!store.hasFailed) last = parse(await within(store.persistence.read(scope)));
      return last;
    },
    /**
     * Resolves to the record as it is afterwards. Where storage fails, memory takes over, in the open. Rejects
     * only where a session that has ended cannot be taken out of it.
     */
    update: async (change: Change): Promise<StoredRecord> => {
      const next = change(last);
      const isOther = next.session?.user.uid !== last.session?.user.uid;
      try {
        // With somebody else, storage gets another chance: the next start must not show the person before.
        if (store.hasFailed && !isOther) last = next;
        else {
          last = await store.updateIn(store.persistence, store.hasFailed ? () => next : change);
          store.hasFailed = false;
        }
      } catch {
        last = next;
        store.hasFailed = true;
        emit({ type: "persistence-degraded", kind: "none" });
      }
      if (!last.session) await clear();
      // Said after it is stored, since who hears it reads.
      if (store.isShared()) store.tell(last.session ? "changed" : "signed-out");
      return last;
    },
  };
  return store;
}
