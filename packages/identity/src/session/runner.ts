import { IdentityError } from "../errors/identity-error.ts";
import type { LifecycleEvent } from "../events.ts";
import { isSame } from "../lib/is-same.ts";
import { createListeners } from "../lib/listeners.ts";
import { createQueue } from "../lib/queue.ts";
import type { Channel, Platform } from "../platform.ts";
import { onTabMessage } from "./channel.ts";
import { type ExchangeParts, exchangeOnce } from "./exchange.ts";
import { type IdentityState, identityState } from "./identity-state.ts";
import { type Effect, type SessionEvent, type SessionState, transition } from "./lifecycle.ts";
import { isUsable, type Session } from "./session.ts";
import type { StoredRecord } from "./stored-record.ts";

/** A timer later than this was held up by sleep, not by a busy page. */
const LATE_MS = 60_000;
/** Longer timers overflow setTimeout and fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

type RunnerParts = ExchangeParts &
  Pick<Platform, "now" | "setTimeout" | "page"> & {
    tabs: Channel | undefined;
    emit: (event: LifecycleEvent) => void;
    lookUp: () => void;
  };

export type Runner = ReturnType<typeof createRunner>;

/** Carries out the effects of the lifecycle: one timer, one exchange, storage, other tabs, listeners. */
export function createRunner(parts: RunnerParts) {
  const { store, now, tabs } = parts;
  let state: SessionState = { status: "unknown" };
  let published = identityState(state);
  let disarm = () => {};
  let exchange = new AbortController();
  /** Storage is touched in the order in which the session changed. */
  const inTurn = createQueue();
  /** Counts changes of the session, so that a read that began before one is not taken for news. */
  let changes = 0;
  /** The last write. */
  let saved: Promise<unknown> = Promise.resolve();
  let isLookDue = false;
  let isDisposed = false;
  const stateListeners = createListeners<IdentityState>();
  const steps = createListeners<SessionState>();

  function dispatch(event: SessionEvent): void {
    if (isDisposed) return;
    const before = state;
    const step = transition(state, event, now());
    state = step.state;
    if (state !== before) arm();
    if (state.session?.idToken !== before.session?.idToken) {
      changes += 1;
      // An exchange whose session is gone must not go on holding the lock.
      exchange.abort();
    }
    for (const [name, ...details] of step.effects)
      (perform[name] as (...details: unknown[]) => void)(...details);
    publish();
    steps.call(state);
  }

  const perform: {
    [E in Effect as E[0]]: E extends [string, ...infer Details] ? (...details: Details) => void : never;
  } = {
    exchange: (session, after) => {
      const own = new AbortController();
      exchange = own;
      const begun = changes;
      void exchangeOnce(parts, session, after, own.signal).then((outcome) => {
        // Where the lock was taken away, the request may still be out; it must not write any more.
        own.abort();
        // What it saw of storage may be from before somebody signed out here.
        if (outcome.type === "storage-read" && begun !== changes) look();
        else dispatch(outcome);
      });
    },
    read: look,
    store: (record, over) => write(() => record, over),
    "store-user": (user) =>
      write((record) => ({ ...record, session: record.session && { ...record.session, user } }), user.uid),
    "look-up": parts.lookUp,
    // Listeners come last: one that signs out must not be overtaken by an effect of this step.
    emit: (event) => {
      publish();
      parts.emit(event);
    },
  };

  /** Sets the one timer to what comes next, if anything does. */
  function arm(): void {
    disarm();
    const { dueAt } = state;
    if (dueAt === undefined) return;
    disarm = parts.setTimeout(
      () =>
        // Not compared with the clock: where that was set back, the time has passed all the same.
        dispatch(
          now() - dueAt > LATE_MS ? { type: "woke-up", cause: "timer-late" } : { type: "refresh-due" },
        ),
      Math.min(dueAt - now(), LONGEST_TIMER_MS),
    );
  }

  /** Touches storage and shows what is there; looks again where the session has changed in the meantime. */
  function touch(work: () => Promise<StoredRecord>, otherwise?: StoredRecord): Promise<StoredRecord> {
    const seen = changes;
    const done = inTurn(work);
    const show = (record?: StoredRecord) => {
      if (seen === changes) dispatch({ type: "storage-read", record });
      else void touch(store.read, otherwise);
    };
    done.then(show, () => show(otherwise));
    return done;
  }

  /** One look that has not begun yet does for all that ask for one: storage that hangs must not pile them up. */
  function look(): void {
    if (isLookDue) return;
    isLookDue = true;
    void touch(() => {
      isLookDue = false;
      return store.read();
    });
  }

  /** With `over`, changes the record only where that user's session is stored. */
  function write(change: (record: StoredRecord) => StoredRecord, over: string | undefined): void {
    changes += 1;
    saved = touch(() =>
      store.update((record) => (!over || record.session?.user.uid === over ? change(record) : record)),
    );
  }

  function publish(): void {
    const next = identityState(state);
    if (isSame(next, published)) return;
    published = next;
    stateListeners.call(next);
  }

  /** Resolves with the first state, now or later, that satisfies the condition. */
  const stateWhere = (isMeant: (state: SessionState) => boolean): Promise<SessionState> =>
    new Promise((resolve) => {
      const check = (state: SessionState) => {
        if (!isMeant(state)) return;
        stop();
        resolve(state);
      };
      const stop = steps.add(check);
      check(state);
    });

  /** Resolves once storage has said whether somebody is signed in, or that it cannot. */
  const known = () => stateWhere(({ status, reason }) => status !== "unknown" || reason !== undefined);

  /**
   * The session, never with an expired token. Waits for the refresh that is due or running; while the
   * client waits out a failure, the caller gets that failure at once, with the time of the retry.
   */
  async function usableSession(force = false, uid?: string): Promise<Session> {
    const { status, session } = await known();
    if (!session) throw new IdentityError(status === "unknown" ? "storage-unavailable" : "signed-out");
    const owner = uid ?? session.user.uid;
    dispatch({ type: "token-asked", force });
    const isEnough = (session: Session) => !force && isUsable(session, now());
    const settled = await stateWhere(({ session, phase }) => phase !== "refreshing" || isEnough(session));
    const { retry, reason = "signed-out", session: held } = settled;
    if (!held) throw new IdentityError(reason);
    if (held.user.uid !== owner) throw new IdentityError("session-changed");
    if (!retry || isEnough(held)) return held;
    throw new IdentityError(retry.cause, { retryAt: retry.retryAt });
  }

  const stopTabs = onTabMessage(tabs, parts, (message) => {
    if (!store.isShared()) return;
    const isSignedOut = message === "signed-out" && state.session;
    // A tab that has lost storage is told by word alone; so is one that cannot read just now.
    if (isSignedOut && store.hasFailed) dispatch({ type: "sign-out" });
    else void touch(store.read, isSignedOut ? {} : undefined);
  });
  const stopPage = parts.page((signal) => {
    // Some browsers let every request fail while a page goes: that is no outage, and must not look like one.
    if (signal === "page-hidden") exchange.abort();
    else dispatch({ type: "woke-up", cause: signal });
  });
  look();

  return {
    dispatch,
    usableSession,
    getState: () => published,
    getSession: () => state.session,
    subscribe: stateListeners.add,
    known,
    touch,
    /** Resolves when everything said so far is stored; rejects where a session cannot be taken out of storage. */
    stored: async (): Promise<void> => {
      await saved;
    },
    dispose: () => {
      isDisposed = true;
      disarm();
      exchange.abort();
      stopPage();
      // What was said before is still to be stored and told.
      void inTurn(async () => stopTabs());
    },
  };
}
