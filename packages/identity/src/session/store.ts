import { IdentityError } from "../errors/identity-error.ts";
import { tryTo } from "../lib/browser.ts";
import { LATE, type Timers, withinTime } from "../lib/deadline.ts";
import { createQueue } from "../lib/listeners.ts";
import { type Persistence, STORAGE_MS } from "../persistence/persistence.ts";
import type { Channel } from "../platform.ts";
import { endOf, join, nextStored, placeOf } from "./order.ts";
import { noteKeyOf, parseRecord, readNote, type Session, type SessionRecord, signOutAt } from "./record.ts";

type StoreParts = Timers & {
  /** The key of the record. */
  scope: string;
  persistence: Persistence;
  tabs: Channel | undefined;
};

/** The record in storage after a command, and the session that a write has replaced. Absent: an unknown format. */
export type StoreResult = { record: SessionRecord | undefined; before?: SessionRecord | undefined };

/** The value to store. */
export const storedValueOf = (record: SessionRecord): object => ({
  version: record.session && !record.session.refreshToken ? 2 : 1,
  ...record,
});

export type Store = ReturnType<typeof createStore>;

/**
 * The stored record, behind one queue: every read, write and move is a command, carried out in order. Each write joins a
 * record into storage, so it may be carried out at any time. A command has three seconds. Then its caller gets an error,
 * the queue continues, and what the command still finds or writes is reported once it is known.
 */
export function createStore(parts: StoreParts) {
  const { scope, tabs } = parts;
  let { persistence } = parts;
  const inOrder = createQueue();
  /** The greatest stamp in storage so far. Storage that is empty afterwards has been cleared. */
  let seen = 0;
  let report = (_: StoreResult) => {};
  /** Where the other tabs keep the session, after this tab has moved its own to another kind of persistence. */
  let shared: Persistence | undefined;

  const enqueue = (command: () => Promise<StoreResult>): Promise<StoreResult> =>
    inOrder(() => {
      let isOutOfTime = false;
      const runInTime = async () => {
        const result = await command();
        const { stamp } = result.record ? placeOf(result.record) : { stamp: 0 };
        seen = Math.max(seen, stamp);
        if (isOutOfTime) report(result);
        return result;
      };
      return withinTime(parts, STORAGE_MS, runInTime).catch((cause) => {
        isOutOfTime = cause === LATE;
        // A connection whose transactions hang would delay every further command too.
        if (isOutOfTime) persistence.reconnect?.();
        // Every storage failure gets the same code.
        throw new IdentityError("storage-unavailable", { cause });
      });
    });

  /** Notify other tabs after the write, because they read storage then. */
  const notifyTabs = (message: "changed" | "moved") => {
    if (persistence.kind === "local") tabs?.postMessage(message);
  };

  /** @param isAction whether a user has just signed in or out in this tab, and storage has not taken it yet */
  async function joinInto(
    target: Persistence,
    own: () => SessionRecord,
    isAction = () => false,
  ): Promise<StoreResult> {
    let result: StoreResult = { record: undefined };
    await target.update(scope, (value) => {
      const before = parseRecord(value, target === persistence ? seen : 0);
      const record = nextStored(before, own(), isAction());
      result = { record, before };
      return record && record !== before ? storedValueOf(record) : value;
    });
    return result;
  }

  return {
    kind: () => persistence.kind,
    /** The noted sign-outs. Read without a transaction, because the notes outlast storage failures. */
    note: (session?: Session): SessionRecord => signOutAt(readNote(persistence, scope, session)),
    /** Notes a sign-out synchronously, because a closing page finishes no transaction. A full disk may refuse it. */
    noteSignOut: (stamp: number): void => {
      if (stamp > readNote(persistence, scope))
        tryTo(() => persistence.signOutNotes?.setItem(noteKeyOf(scope), String(stamp)));
    },
    /** Receives the result of each command that ran out of time. */
    onReport: (listener: typeof report) => {
      report = listener;
    },
    /** Rejects if the read fails; a failed read never means that nothing is stored. */
    read: (onStart = () => {}) =>
      enqueue(async () => {
        onStart();
        return { record: parseRecord(await persistence.read(scope), seen) };
      }),
    /**
     * Joins a record into storage. If storage refuses the write of an end, the session is removed instead.
     * @param own returns the record to join: a write that was delayed must not store a session that has ended since
     */
    put: (own: () => SessionRecord, isAction = () => false) =>
      enqueue(async () => {
        try {
          const result = await joinInto(persistence, own, isAction);
          const { record, before } = result;
          // The sign-out also ends the session that other tabs keep in the former place, whatever its `change`.
          if (shared && isAction() && before?.session && record?.end) {
            const end = endOf({ ...before.session, change: Number.MAX_SAFE_INTEGER });
            await joinInto(shared, () => end);
            tabs?.postMessage("changed");
          }
          if (record !== before) notifyTabs("changed");
          return result;
        } catch (error) {
          const record = own();
          if (record.session) throw error;
          let isRemoved = false;
          await persistence.remove(scope, (value) => {
            const stored = parseRecord(value);
            isRemoved = !!stored?.session && join(stored, record) !== stored;
            return isRemoved;
          });
          if (isRemoved) notifyTabs("changed");
          return { record };
        }
      }),
    /** Keeps the record in another place from now on. Without a session, only the place changes. */
    move: (next: Persistence, own: SessionRecord) =>
      enqueue(async () => {
        const previous = persistence;
        // A session must be stored in one place only, because a sign-out removes it from one place only.
        if (own.session && next.kind !== previous.kind) {
          await previous.remove(
            scope,
            (value) => parseRecord(value)?.session?.generation === own.session.generation,
          );
          notifyTabs("moved");
        }
        // This tab has never seen a record in the new place.
        seen = 0;
        // Only local storage has other tabs. They keep their session there after this tab has moved out.
        if (next.kind === "local") shared = undefined;
        else if (previous.kind === "local") shared = previous;
        persistence = next;
        const { record } = await joinInto(next, () => own);
        notifyTabs("changed");
        return { record };
      }),
    /** Another tab has moved its session out of this storage, which is no sign-out. */
    forgetSeen: () => {
      seen = 0;
    },
  };
}
