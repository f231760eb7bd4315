import { IdentityError } from "../errors/identity-error.ts";
import { LATE, type Timers, withinTime } from "../lib/deadline.ts";
import { createQueue } from "../lib/listeners.ts";
import { type Persistence, STORAGE_MS } from "../persistence/persistence.ts";
import type { Channel } from "../platform.ts";
import { signedOutMessage, type TabMessage } from "./channel.ts";
import {
  formatVersionOf,
  generationOf,
  isSignOutNoted,
  noteSignOuts,
  parseSession,
  type Session,
  type StoredRecord,
} from "./session.ts";

type StoreParts = Timers & {
  /** The key of the record. */
  scope: string;
  persistence: Persistence;
  tabs: Channel | undefined;
};

/** Returns the next record, or `undefined` to keep the current one. */
export type Change = (current: StoredRecord, isLate: boolean) => StoredRecord | undefined;

export type Store = ReturnType<typeof createStore>;

/**
 * The stored record, behind one queue: every read, write, removal and move is a command, carried out in order. A
 * command has three seconds. After that it counts as failed, and the queue continues. It still reports its outcome,
 * but it changes nothing once a newer change has been queued. The store makes no decisions: the lifecycle decides
 * what a failure means.
 */
export function createStore(parts: StoreParts) {
  const { scope, tabs } = parts;
  let { persistence } = parts;
  const inOrder = createQueue();
  let changes = 0;
  let lastCommand = 0;
  let lastChange = 0;
  /** The number of this tab's changes that have reached storage. */
  let landed = 0;
  let onLate = (_: StoredRecord, _isOvertaken?: boolean) => {};
  /** Where the other tabs keep the session, after this tab has moved its own to another kind of persistence. */
  let shared: Persistence | undefined;

  const withSignOutNote = (record: StoredRecord): StoredRecord =>
    isSignOutNoted(persistence, scope, record) ? { ...record, isSignOutNoted: true } : record;

  function enqueueCommand(
    isChange: boolean,
    work: (isLate: () => boolean, isOvertaken: () => boolean) => Promise<StoredRecord>,
  ): Promise<StoredRecord> {
    lastCommand += 1;
    const own = lastCommand;
    if (isChange) lastChange = own;
    const isOvertaken = () => (isChange ? lastChange : lastCommand) !== own;
    let isLate = false;
    const runInTime = () =>
      withinTime(parts, STORAGE_MS, () => {
        const done = work(
          () => isLate,
          () => isLate && isOvertaken(),
        );
        done.then(
          (record) => isLate && !isOvertaken() && onLate(withSignOutNote(record)),
          () => {},
        );
        return done;
      });
    if (isChange) changes += 1;
    return inOrder(runInTime)
      .then(withSignOutNote, (cause) => {
        isLate = cause === LATE;
        // A connection whose transactions hang would delay every later command too.
        if (isLate) persistence.reconnect?.();
        // Every storage failure gets the same code.
        throw new IdentityError("storage-unavailable", { cause });
      })
      .finally(() => {
        if (isChange) changes -= 1;
      });
  }

  /** Notify other tabs after the write, because they read storage when they hear of it. */
  const tellTabs = (message: TabMessage) => persistence.kind === "local" && tabs?.postMessage(message);

  const updateRecordIn = async (
    target: Persistence,
    change: (current: StoredRecord) => StoredRecord | undefined,
  ) => {
    let next: StoredRecord | undefined;
    let current: StoredRecord = {};
    await target.update(scope, (stored) => {
      current = parseSession(stored);
      next = change(current);
      // Write nothing if nothing changed: a value in an unknown format may be another version's session.
      return next ? { ...next, version: formatVersionOf(next) } : stored;
    });
    if (next) landed += 1;
    if (next && target === persistence)
      tellTabs(next.session ? "changed" : signedOutMessage(generationOf(current)));
    return next ?? current;
  };

  return {
    kind: () => persistence.kind,
    /** Whether a change is queued or running, so that the result of an earlier command will soon be outdated. */
    isChanging: () => changes > 0,
    /**
     * The record of a session that any tab has signed out. Reads only the notes, because they outlast storage
     * failures.
     */
    noted: (session: Session): StoredRecord | undefined =>
      isSignOutNoted(persistence, scope, { session }) ? { session, isSignOutNoted: true } : undefined,
    /** Notes, without a transaction, which sessions this tab has signed out. */
    noteSignOuts: (generations: readonly string[]) => noteSignOuts(persistence, scope, generations),
    /**
     * Receives the record that a command found or wrote after its deadline. `isOvertaken`: a newer change was given
     * since, so what the command wrote tells only what storage has held.
     */
    setOnLate: (listener: typeof onLate) => {
      onLate = listener;
    },
    /** Rejects if the read fails; a failed read never means that nothing is stored. */
    read: (onStart = () => {}) =>
      enqueueCommand(false, async () => {
        onStart();
        for (;;) {
          const before = landed;
          const record = parseSession(await persistence.read(scope));
          // Read again if a late change of this tab has reached storage meanwhile.
          if (landed === before) return record;
        }
      }),
    /**
     * Resolves to the record after the update.
     * @param isEnd whether the new record has no session; if its write fails, the stored session is removed
     */
    update: (change: Change, isEnd = false) =>
      enqueueCommand(true, async (isLate, isOvertaken) => {
        let ended: string | undefined;
        const nextRecord = (current: StoredRecord) => {
          const record = isOvertaken() ? undefined : change(current, isLate());
          ended = record && generationOf(current);
          return record;
        };
        try {
          const written = await updateRecordIn(persistence, nextRecord);
          // The lifecycle must know that storage has held this record, because the newer change may never report.
          if (ended !== undefined && isOvertaken()) onLate(written, true);
          if (isEnd && shared && ended) {
            await shared.remove(scope, (stored) => generationOf(parseSession(stored)) === ended);
            tabs?.postMessage(signedOutMessage(ended));
          }
          return written;
        } catch (error) {
          if (!isEnd) throw error;
          await persistence.remove(scope, (stored) => !!nextRecord(parseSession(stored)));
          landed += 1;
          tellTabs(ended ? signedOutMessage(ended) : "changed");
          return parseSession(await persistence.read(scope));
        }
      }),
    /** Moves the record, and keeps it in the new place from now on. Without a session, only the place changes. */
    move: (next: Persistence, held: StoredRecord) =>
      enqueueCommand(true, async () => {
        const previous = persistence;
        if (held.session) {
          // An exchange may have written newer tokens since the call.
          const stored = await previous.read(scope).then(parseSession, () => held);
          const isNewer =
            generationOf(stored) === generationOf(held) &&
            (stored.session?.receivedAt ?? 0) >= held.session.receivedAt;
          await updateRecordIn(next, () => (isNewer ? stored : held));
          const isHeldSession = (stored: unknown) =>
            generationOf(parseSession(stored)) === generationOf(held);
          // A session must be stored in one place only, because a sign-out removes it from one place only.
          if (next.kind !== previous.kind)
            await previous.remove(scope, isHeldSession).catch(async (error) => {
              await updateRecordIn(next, () => ({}));
              throw error;
            });
        }
        if (held.session && next.kind !== previous.kind) tellTabs("moved");
        if (next.kind === "local") shared = undefined;
        else if (previous.kind === "local") shared = previous;
        persistence = next;
        tellTabs("changed");
        return parseSession(await persistence.read(scope));
      }),
  };
}
