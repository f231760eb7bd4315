import type { LifecycleEvent } from "../events.ts";
import type { Platform } from "../options.ts";
import { memoryPersistence } from "../persistence/memory.ts";
import type { Persistence, PersistenceKind } from "../persistence/persistence.ts";
import { withinDeadline } from "./deadline.ts";
import { parseRecord, type StoredRecord } from "./stored-record.ts";

/** The stored record: parsed, within a deadline, and in memory once storage has failed. */
export type Store = {
  readonly kind: PersistenceKind;
  /** Whether other tabs have the same session: not so by choice of memory or tab, but still so after a failure. */
  readonly isShared: boolean;
  readonly hasFailed: boolean;
  /** Rejects when it cannot be told what is stored; that is never the same as nothing. */
  read(): Promise<StoredRecord>;
  /**
   * Resolves to the record as it is afterwards. Where storage fails, memory takes over, in the open. Rejects
   * only where a session that has ended cannot be taken out of it.
   */
  update(change: (current: StoredRecord) => StoredRecord): Promise<StoredRecord>;
  /** Moves the session to another kind of persistence. */
  moveTo(persistence: Persistence): Promise<void>;
};

type StoreParts = Pick<Platform, "setTimeout"> & {
  /** The key of the record. */
  scope: string;
  persistence: Persistence;
  emit: (event: LifecycleEvent) => void;
};

export function createStore(parts: StoreParts): Store {
  const { scope, emit } = parts;
  let { persistence } = parts;
  /** What failed and may still hold a session. */
  let failed: Persistence | undefined;
  let last: StoredRecord = {};
  let isSetAsideReported = false;

  const within = <T>(operation: Promise<T>): Promise<T> => withinDeadline(parts, operation);
  const removeFrom = (target: Persistence) => within(target.remove(scope));

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
      target.update(scope, (stored) => {
        const current = parse(stored);
        next = change(current);
        // Nothing changed, nothing written: what cannot be read here may be another version's session.
        return next === current ? stored : { ...next, version: 1 };
      }),
    );
    return next;
  };

  return {
    get kind() {
      return persistence.kind;
    },
    get isShared() {
      return (failed ?? persistence).kind === "local";
    },
    get hasFailed() {
      return !!failed;
    },
    read: async () => {
      last = parse(await within(persistence.read(scope)));
      // A session that failed storage still holds is one that nobody wants any more.
      if (!last.session && failed) await removeFrom(failed).catch(() => undefined);
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
      if (!last.session && failed) await removeFrom(failed);
      return last;
    },
    moveTo: async (next) => {
      if (next.kind === persistence.kind) return;
      const previous = persistence;
      const record = await within(previous.read(scope)).then(parse, () => last);
      // Only a session moves; who holds none must not wipe what other tabs keep there.
      if (record.session) {
        await updateIn(next, () => record);
        await removeFrom(previous).catch(() => undefined);
      }
      persistence = next;
      failed = undefined;
      emit({ type: "persistence-changed", kind: next.kind });
    },
  };
}
