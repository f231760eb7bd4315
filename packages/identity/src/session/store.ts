import { IdentityError } from "../errors.ts";
import type { LifecycleEvent } from "../events.ts";
import type { Platform } from "../options.ts";
import { memoryPersistence } from "../persistence/memory.ts";
import type { Persistence, PersistenceKind } from "../persistence/persistence.ts";
import { parseRecord, type StoredRecord } from "./stored-record.ts";

/** Past this, storage counts as unavailable: a hanging database must not hold up a page. */
const DEADLINE_MS = 3000;

/** The stored record: parsed, within a deadline, and in memory once storage has failed. */
export type Store = {
  readonly kind: PersistenceKind;
  /** Rejects when it cannot be told what is stored; that is never the same as nothing. */
  read(): Promise<StoredRecord>;
  /** Resolves to the record as it is afterwards. Where storage fails, memory takes over, in the open. */
  update(change: (current: StoredRecord) => StoredRecord): Promise<StoredRecord>;
  /** Moves the record to another persistence. */
  moveTo(persistence: Persistence): Promise<void>;
};

type StoreOptions = {
  key: string;
  persistence: Persistence;
  platform: Pick<Platform, "setTimeout">;
  emit: (event: LifecycleEvent) => void;
};

export function createStore({ key, persistence: first, platform, emit }: StoreOptions): Store {
  let persistence = first;
  /** What failed and may still hold a session. */
  let failed: Persistence | undefined;
  let last: StoredRecord = { version: 1, session: null };
  let isSetAsideReported = false;

  const within = <T>(operation: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const stopTimer = platform.setTimeout(
        () => reject(new IdentityError("storage-unavailable", { detail: "no answer in 3 s" })),
        DEADLINE_MS,
      );
      operation
        .catch((cause) => {
          throw new IdentityError("storage-unavailable", { cause });
        })
        .then(resolve, reject)
        .finally(stopTimer);
    });

  const parse = (stored: unknown): StoredRecord => {
    const record = parseRecord(stored);
    if (record.setAside !== undefined && !isSetAsideReported) {
      isSetAsideReported = true;
      emit({ type: "stored-value-set-aside" });
    }
    return record;
  };

  const updateIn = async (target: Persistence, change: (current: StoredRecord) => StoredRecord) => {
    let next = last;
    await within(
      target.update(key, (stored) => {
        next = change(parse(stored));
        return next;
      }),
    );
    return next;
  };

  return {
    get kind() {
      return persistence.kind;
    },
    read: async () => {
      last = parse(await within(persistence.read(key)));
      return last;
    },
    update: async (change) => {
      try {
        last = await updateIn(persistence, change);
      } catch {
        failed = persistence;
        persistence = memoryPersistence();
        emit({ type: "persistence-degraded", kind: persistence.kind });
        const known = last;
        last = await updateIn(persistence, () => change(known));
      }
      // What failed may still hold the session that has just ended; it is asked to forget as well.
      if (!last.session && failed) await updateIn(failed, change).catch(() => undefined);
      return last;
    },
    moveTo: async (next) => {
      const record = await within(persistence.read(key)).then(parse, () => last);
      await updateIn(next, () => record);
      const previous = persistence;
      persistence = next;
      await updateIn(previous, () => ({ version: 1, session: null })).catch(() => undefined);
      emit({ type: "persistence-changed", kind: next.kind });
    },
  };
}
