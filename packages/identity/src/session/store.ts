import { type Channel, tryTo } from "@tallybin/platform/browser";
import { inTime, LATE } from "@tallybin/platform/deadline";
import { createQueue } from "@tallybin/platform/listeners";
import type { Timers } from "@tallybin/platform/timers";
import { IdentityError } from "../errors/identity-error.ts";
import { type Persistence, STORAGE_MS } from "../persistence/persistence.ts";
import { nextStored } from "./order.ts";
import { noteKeyOf, parseRecord, placeOf, readNote, type SessionRecord } from "./record.ts";

type StoreParts = Timers & {
  /** The key of the record. */
  scope: string;
  persistence: Persistence;
  tabs: Channel | undefined;
};

/** The record in storage after a command, and the one before a write. Absent: an unknown format. */
export type StoreResult = { record?: SessionRecord | undefined; before?: SessionRecord | undefined };

/** The value to store. */
export const storedValueOf = (record: SessionRecord): object => ({ version: 1, ...record });

export type Store = ReturnType<typeof createStore>;

/**
 * The stored record, behind one queue: reads, writes and moves are carried out in order. A command that takes longer than
 * three seconds rejects, and the queue continues. When it ends, `onReport` gets its result. A delayed write does no harm,
 * because it joins its record into what storage has by then.
 */
export function createStore(parts: StoreParts) {
  const { scope, tabs } = parts;
  let { persistence } = parts;
  const inOrder = createQueue();
  /** The greatest stamp in storage so far. If storage is empty later, it was cleared. */
  let seen = 0;
  let report = (_: StoreResult) => {};
  const enqueue = (command: (signal: AbortSignal) => Promise<StoreResult>): Promise<StoreResult> =>
    inOrder(() => {
      const run = async (signal: AbortSignal) => {
        const result = await command(signal);
        if (result.record) seen = Math.max(seen, placeOf(result.record).stamp);
        if (signal.aborted) report(result);
        return result;
      };
      return inTime(parts, STORAGE_MS, run).catch((cause) => {
        // The next command would hang on the same connection.
        if (cause === LATE) persistence.reconnect?.();
        throw new IdentityError("storage-unavailable", { cause });
      });
    });

  /** Other tabs read storage then, so notify them after the write. */
  const notifyTabs = () => {
    if (persistence.kind === "local") tabs?.postMessage("changed");
  };

  /**
   * Joins a record into storage. A full disk may refuse an end, but allow the removal of what it ends.
   * @param own called inside the transaction: a delayed write must not store a session that has ended since
   * @param isAction whether a user has just signed in or out in this tab, and storage has not taken it yet
   */
  async function joinIn(own: () => SessionRecord, isAction = () => false): Promise<StoreResult> {
    let hasChanged = false;
    let result: StoreResult = {};
    const joinTo = (value: unknown, other: SessionRecord) => {
      const before = parseRecord(value, seen);
      const record = nextStored(before, other, isAction());
      result = { record, before };
      hasChanged = record !== before;
      return record;
    };
    const write = (value: unknown) => {
      const record = joinTo(value, own());
      return record && hasChanged ? storedValueOf(record) : value;
    };
    await persistence.update(scope, write).catch((error) => {
      const end = own();
      if (end.session) throw error;
      return persistence.remove(scope, (value) => {
        hasChanged = joinTo(value, end) === end && !result.before?.end;
        return hasChanged;
      });
    });
    if (hasChanged) notifyTabs();
    return result;
  }

  return {
    kind: () => persistence.kind,
    /** The last noted sign-out. Readable even if the record is not. */
    note: (): SessionRecord => readNote(persistence, scope),
    /** Notes a sign-out synchronously. A full disk may refuse it. */
    noteSignOut: (stamp: number): void => {
      tryTo(() => persistence.signOutNotes?.setItem(noteKeyOf(scope), String(stamp)));
    },
    /** Receives the result of each command that ran out of time. */
    onReport: (listener: typeof report) => {
      report = listener;
    },
    /** @param onStart called when the command leaves the queue */
    read: (onStart = () => {}) =>
      enqueue(async () => {
        onStart();
        return { record: parseRecord(await persistence.read(scope), seen) };
      }),
    put: (...write: Parameters<typeof joinIn>) => enqueue(() => joinIn(...write)),
    /**
     * Stores the record in another place from now on. A session leaves the former place, because a sign-out ends it in
     * one place only. Other tabs that share the former place are then signed out.
     */
    move: (next: Persistence, own: () => SessionRecord) =>
      enqueue(async (signal) => {
        const { session } = own();
        if (session && next.kind !== persistence.kind) {
          let isInTime = true;
          await persistence.remove(scope, (value) => {
            isInTime = !signal.aborted;
            return isInTime && parseRecord(value)?.session?.generation === session.generation;
          });
          // The caller's promise has rejected already, so the session stays in the former place.
          if (!isInTime) throw LATE;
          notifyTabs();
        }
        persistence = next;
        seen = 0;
        return joinIn(own);
      }),
  };
}
