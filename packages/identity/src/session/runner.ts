import { IdentityError } from "../errors/identity-error.ts";
import type { LifecycleEvent } from "../events.ts";
import { createListeners } from "../lib/async.ts";
import { freeze, isSame } from "../lib/data.ts";
import type { Channel, Platform } from "../platform.ts";
import { endOf, onTabMessage } from "./channel.ts";
import { type ExchangeParts, exchangeOnce } from "./exchange.ts";
import { isMeant } from "./exchange-steps.ts";
import { transition } from "./lifecycle.ts";
import { isUsable, lifeOf, type Session } from "./session.ts";
import {
  type Effect,
  endedGenerations,
  type IdentityState,
  identityState,
  type SessionEvent,
  type SessionState,
  type SignedIn,
} from "./state.ts";
import type { StoredRecord } from "./stored-record.ts";

/** A timer later than this was delayed by sleep, not by a busy page. */
const LATE_MS = 60_000;
/** Longer timers overflow setTimeout and fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

type RunnerParts = ExchangeParts &
  Pick<Platform, "now" | "setTimeout" | "page"> & {
    tabs: Channel | undefined;
    emit: (event: LifecycleEvent) => void;
    lookUp: () => void;
    /** Called when this tab ends a session: the user signed out, or the server refused the token. */
    ended?: (session: Session) => void;
  };

export type Runner = ReturnType<typeof createRunner>;

/** Carries out the lifecycle's effects: one timer, one exchange, storage, other tabs, listeners. */
export function createRunner(parts: RunnerParts) {
  const { store, now, tabs } = parts;
  let state: SessionState = { status: "unknown", durability: "durable" };
  let published = identityState(state);
  /** The session before the current step. */
  let shown: Session | undefined;
  let disarm = () => {};
  let exchange = new AbortController();
  /** The last write or removal. */
  let saved: Promise<unknown> = Promise.resolve();
  let isLookDue = false;
  let isDisposed = false;
  const stateListeners = createListeners<IdentityState>();
  const steps = createListeners<SessionState>();

  function dispatch(event: SessionEvent): void {
    if (isDisposed) return;
    const before = state;
    shown = before.session;
    const step = transition(state, event, now(), parts.backOff);
    state = step.state;
    store.noteSignOuts(endedGenerations(state));
    if (state !== before) arm();
    // The exchange of an ended session must not keep the lock.
    if (state.session?.idToken !== before.session?.idToken) exchange.abort();
    for (const [name, ...details] of step.effects)
      (perform[name] as (...details: unknown[]) => void)(...details);
    if (before.session && step.effects.some(([name]) => name === "clear")) parts.ended?.(before.session);
    publish();
    steps.call(state);
  }

  const perform: {
    [E in Effect as E[0]]: E extends [string, ...infer Details] ? (...details: Details) => void : never;
  } = {
    exchange: (held) => {
      const own = new AbortController();
      exchange = own;
      void exchangeOnce(parts, held, own.signal).then((outcome) => {
        // An exchange that outlived its lock must not write.
        own.abort();
        dispatch(outcome);
      });
    },
    read: () => look(),
    store: (record, base, over) =>
      write(store.update((current, isLate) => (isMeant(current, isLate, base, over) ? record : undefined))),
    "store-user": (generation, user) =>
      write(
        store.update((current) =>
          current.session?.generation === generation
            ? { ...current, session: { ...current.session, user } }
            : undefined,
        ),
      ),
    clear: (record, base, over) => {
      const own = shown;
      let other: Session | undefined;
      const isOurs = (current: StoredRecord, isLate: boolean) => {
        const isOurs = isMeant(current, isLate, base, over);
        if (isOurs) other = current.session;
        return isOurs;
      };
      write(
        store.end(record, isOurs).then((stored) => {
          // Another tab has stored a session that this tab had not seen.
          if (other && other.generation !== own?.generation) parts.ended?.(other);
          return stored;
        }),
      );
    },
    "look-up": parts.lookUp,
    // Listeners run last: a listener that signs out must not be overtaken by an effect of this step.
    emit: (event) => {
      publish();
      parts.emit(event);
    },
  };

  /** Sets the one timer to the next due time, if there is one. */
  function arm(): void {
    disarm();
    const { dueAt } = state;
    if (dueAt === undefined) return;
    disarm = parts.setTimeout(
      () =>
        // Do not compare the due time with the clock, because the clock may have been set back since.
        dispatch(
          now() - dueAt > LATE_MS ? { type: "woke-up", cause: "timer-late" } : { type: "refresh-due" },
        ),
      Math.min(dueAt - now(), LONGEST_TIMER_MS),
    );
  }

  /** Shows a stored record, unless a pending change will replace it and show its own result. */
  function show(record: StoredRecord): void {
    if (!store.isChanging()) dispatch({ type: "storage-read", record });
  }

  /** All calls share one read that has not begun yet, because reads of hanging storage must not pile up. */
  function look(message?: string): void {
    // A tab that cannot read storage learns of its session's end only from the message.
    const isEnded = () => state.session && message === endOf(state.session.generation);
    if (isLookDue && !isEnded()) return;
    isLookDue = true;
    store
      .read(() => {
        isLookDue = false;
      })
      .then(show, () => {
        const noted = state.session && store.noted(state.session);
        if (noted || isEnded()) show(noted ?? {});
        else dispatch({ type: "storage-read-failed" });
      });
  }

  function write(done: Promise<StoredRecord>): void {
    saved = done.then(show, () => dispatch({ type: "storage-write-failed" }));
  }

  function publish(): void {
    const next = identityState(state);
    if (isSame(next, published)) return;
    published = freeze(next);
    stateListeners.call(next);
  }

  /** Resolves with the first state, current or later, that satisfies the condition. */
  const stateWhere = (isMeant: (state: SessionState) => boolean): Promise<SessionState> =>
    new Promise((resolve, reject) => {
      const check = (state: SessionState) => {
        if (isDisposed) reject(new IdentityError("client-disposed"));
        else if (isMeant(state)) resolve(state);
        else return;
        stop();
      };
      const stop = steps.add(check);
      check(state);
    });

  /** Resolves after the first storage read, whether it found a session, found none, or failed. */
  const known = () => stateWhere(({ status, reason }) => status !== "unknown" || reason !== undefined);

  /**
   * The session, never with an expired token. Waits for a refresh that is due or running. While the client waits
   * after a failure, it rejects immediately with that failure and the time of the retry. A refused token is not
   * returned again while its refresh runs.
   */
  async function usableSession(force = false, uid?: string, refused?: string): Promise<Session> {
    const { status, session } = await known();
    if (!session) throw new IdentityError(status === "unknown" ? "storage-unavailable" : "signed-out");
    const owner = uid ?? session.user.uid;
    dispatch({ type: "token-asked", force });
    const isEnough = (held: SignedIn) =>
      !force && held.session.idToken !== refused && isUsable(lifeOf(held), now());
    const settled = await stateWhere((state) => state.phase !== "refreshing" || isEnough(state));
    if (!settled.session) throw new IdentityError(settled.reason ?? "signed-out");
    const { retry, session: held } = settled;
    if (held.user.uid !== owner) throw new IdentityError("session-changed");
    if (!retry || isEnough(settled)) return held;
    throw new IdentityError(retry.cause, { retryAt: retry.retryAt });
  }

  /**
   * Exchanges immediately, regardless of the back-off and of the budget of forced refreshes. A running exchange may
   * have begun before the server revoked the session, so waits for its end first.
   */
  async function exchangeNow(): Promise<void> {
    const rested = () => stateWhere(({ phase }) => phase !== "refreshing");
    await known();
    await rested();
    dispatch({ type: "refresh-due" });
    await rested();
  }

  store.setOnLate(show);
  const stopTabs = onTabMessage(tabs, parts, (message) => {
    if (store.kind() !== "local") return;
    if (message === "moved") dispatch({ type: "storage-moved" });
    else look(message);
  });
  const stopPage = parts.page((signal) => {
    // Some browsers fail every request while a page closes. That must not count as an outage.
    if (signal === "page-hidden") exchange.abort();
    else dispatch({ type: "woke-up", cause: signal });
  });
  look();

  return {
    dispatch,
    usableSession,
    exchangeNow,
    getState: () => published,
    getSession: () => state.session,
    /** The generation of the sign-in under way, which a later one replaces. */
    getLatestSignIn: () => state.latestSignIn,
    isDurable: () => state.durability === "durable",
    subscribe: stateListeners.add,
    /** Calls the listener after every step, and without a state once the client is disposed. */
    watch: (listener: (state: SessionState | undefined) => void) =>
      steps.add((state) => listener(isDisposed ? undefined : state)),
    known,
    /** Resolves when all changes so far are stored; rejects if a session cannot be removed from storage. */
    stored: async (): Promise<void> => {
      await saved;
      if (state.durability === "removal-pending" && state.base)
        throw new IdentityError("storage-unavailable");
    },
    /** Carries out a store command that does not involve the lifecycle, and shows the resulting record. */
    show,
    dispose: () => {
      isDisposed = true;
      disarm();
      exchange.abort();
      stopPage();
      steps.call(state);
      // Close the channel later, because messages about earlier writes must still be sent.
      void saved.finally(stopTabs);
    },
  };
}
