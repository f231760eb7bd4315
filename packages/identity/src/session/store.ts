import { IdentityError } from "../errors.ts";
import type { LifecycleEvent } from "../events.ts";
import type { Platform } from "../options.ts";
import { memoryPersistence } from "../persistence/memory.ts";
import type { Persistence } from "../persistence/persistence.ts";
import { withinDeadline } from "./deadline.ts";
import { parseRecord, type StoredRecord } from "./stored-record.ts";

type Change = (current: StoredRecord) => StoredRecord;

type StoreParts = Pick<Platform, "setTimeout"> & {
  /** The key of the record. */
  scope: string;
  persistence: Persistence;
  emit: (event: LifecycleEvent) => void;
};

export type Store = ReturnType<typeof createStore>;

/** The stored record: parsed, within a deadline, and in memory once storage has failed. */
export function createStore(parts: StoreParts) {
  const { scope, emit } = parts;
  let last: StoredRecord = {};

  /** One name for whatever goes wrong. */
  const within = <T>(operation: Promise<T>): Promise<T> =>
    withinDeadline(parts, operation).catch((cause) => {
      throw new IdentityError("storage-unavailable", { cause });
    });

  const parse = (stored: unknown): StoredRecord => {
    const record = parseRecord(stored);
    // Said once: what was set aside before is in the last record.
    if (record.setAside !== undefined && last.setAside === undefined)
      emit({ type: "stored-value-set-aside" });
    return record;
  };

  const store = {
    /** Where the record lives. */
    persistence: parts.persistence,
    /** What failed and may still hold a session. */
    failed: undefined as Persistence | undefined,
    /** Whether other tabs have the same session: not so by choice of memory or tab, but still so after a failure. */
    isShared: () => (store.failed ?? store.persistence).kind === "local",
    readFrom: async (target: Persistence): Promise<StoredRecord> => parse(await within(target.read(scope))),
    removeFrom: (target: Persistence) => within(target.remove(scope)),
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
      last = await store.readFrom(store.persistence);
      // A session that failed storage still holds is one that nobody wants any more.
      if (!last.session && store.failed) await store.removeFrom(store.failed).catch(() => undefined);
      return last;
    },
    /**
     * Resolves to the record as it is afterwards. Where storage fails, memory takes over, in the open. Rejects
     * only where a session that has ended cannot be taken out of it.
     */
    update: async (change: Change): Promise<StoredRecord> => {
      try {
        last = await store.updateIn(store.persistence, change);
      } catch {
        store.failed = store.persistence;
        store.persistence = memoryPersistence();
        emit({ type: "persistence-degraded", kind: "none" });
        const known = last;
        last = await store.updateIn(store.persistence, () => change(known));
      }
      if (!last.session && store.failed) await store.removeFrom(store.failed);
      return last;
    },
  };
  return store;
}
