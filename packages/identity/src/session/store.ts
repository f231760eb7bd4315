import { IdentityError } from "../errors/identity-error.ts";
import { LATE, type Timers, withinTime } from "../lib/deadline.ts";
import { createQueue } from "../lib/queue.ts";
import { type Persistence, STORAGE_MS } from "../persistence/persistence.ts";
import type { Channel } from "../platform.ts";
import type { TabMessage } from "./channel.ts";
import { generationOf, parseSession, type StoredRecord } from "./stored-record.ts";

type StoreParts = Timers & {
  /** The key of the record. */
  scope: string;
  persistence: Persistence;
  tabs: Channel | undefined;
};

/** The next record, or `undefined` to leave the current one. */
export type Change = (current: StoredRecord, isLate: boolean) => StoredRecord | undefined;

export type Store = ReturnType<typeof createStore>;

/**
 * The stored record, behind one queue: every read, write, removal and move is a command, carried out in the order in
 * which it was given. A command has three seconds. One that takes longer counts as failed and no longer holds the
 * queue; it still reports its outcome, but changes nothing once a later change has been given. The store decides
 * nothing: what a failure means for the session is the lifecycle's part.
 */
export function createStore(parts: StoreParts) {
  const { scope, tabs } = parts;
  let { persistence } = parts;
  const inOrder = createQueue();
  let changes = 0;
  let lastCommand = 0;
  let lastChange = 0;
  /** How many changes of this tab have reached storage. */
  let landed = 0;
  let onLate = (_: StoredRecord) => {};

  function command(
    isChange: boolean,
    work: (isLate: () => boolean, isOvertaken: () => boolean) => Promise<StoredRecord>,
  ): Promise<StoredRecord> {
    lastCommand += 1;
    const own = lastCommand;
    if (isChange) lastChange = own;
    const isOvertaken = () => (isChange ? lastChange : lastCommand) !== own;
    let isLate = false;
    const inTime = () =>
      withinTime(parts, STORAGE_MS, () => {
        const done = work(
          () => isLate,
          () => isLate && isOvertaken(),
        );
        done.then(
          (record) => isLate && !isOvertaken() && onLate(record),
          () => {},
        );
        return done;
      });
    if (isChange) changes += 1;
    return inOrder(inTime)
      .catch((cause) => {
        isLate = cause === LATE;
        // One name for whatever goes wrong.
        throw new IdentityError("storage-unavailable", { cause });
      })
      .finally(() => {
        if (isChange) changes -= 1;
      });
  }

  /** Other tabs are told after it is stored, since they read when they hear of it. */
  const tell = (message: TabMessage) => persistence.kind === "local" && tabs?.postMessage(message);

  const updateIn = async (
    target: Persistence,
    change: (current: StoredRecord) => StoredRecord | undefined,
  ) => {
    let next: StoredRecord | undefined;
    let current: StoredRecord = {};
    await target.update(scope, (stored) => {
      current = parseSession(stored);
      next = change(current);
      // Nothing changed, nothing written: a value in an unknown format may be another version's session.
      return next ? { ...next, version: 1 } : stored;
    });
    if (next) landed += 1;
    if (next && target === persistence) tell(next.session ? "changed" : "signed-out");
    return next ?? current;
  };

  return {
    kind: () => persistence.kind,
    /** Whether a change is waiting or running, so that what an earlier command saw is about to be outdated. */
    isChanging: () => changes > 0,
    /** The record that a command found or left after it had been given up as late. */
    setOnLate: (listener: typeof onLate) => {
      onLate = listener;
    },
    /** Rejects when it cannot be told what is stored; that is never the same as nothing. */
    read: (onStart = () => {}) =>
      command(false, async () => {
        onStart();
        for (;;) {
          const before = landed;
          const record = parseSession(await persistence.read(scope));
          // Outdated where a late change of this tab has reached storage since.
          if (landed === before) return record;
        }
      }),
    /** Resolves to the record as it is afterwards. */
    update: (change: Change) =>
      command(true, (isLate, isOvertaken) =>
        updateIn(persistence, (current) => (isOvertaken() ? undefined : change(current, isLate()))),
      ),
    /** Writes a record without a session; where the write fails, removes the stored one. */
    end: (record: StoredRecord, isMeant: (current: StoredRecord, isLate: boolean) => boolean) =>
      command(true, async (isLate, isOvertaken) => {
        const isOurs = (current: StoredRecord) => !isOvertaken() && isMeant(current, isLate());
        try {
          return await updateIn(persistence, (current) => (isOurs(current) ? record : undefined));
        } catch {
          await persistence.remove(scope, (stored) => isOurs(parseSession(stored)));
          landed += 1;
          tell("signed-out");
          return parseSession(await persistence.read(scope));
        }
      }),
    /** Moves the record, and keeps it in the other place from now on. Without a session, only the place changes. */
    move: (next: Persistence, held: StoredRecord) =>
      command(true, async () => {
        const previous = persistence;
        if (held.session) {
          await updateIn(next, () => held);
          const isHeld = (stored: unknown) => generationOf(parseSession(stored)) === generationOf(held);
          // A session is in one place: a sign-out would take it out of one only.
          if (next.kind !== previous.kind)
            await previous.remove(scope, isHeld).catch(async (error) => {
              await updateIn(next, () => ({}));
              throw error;
            });
        }
        if (held.session && next.kind !== previous.kind) tell("moved");
        persistence = next;
        tell("changed");
        return parseSession(await persistence.read(scope));
      }),
  };
}
