import { IdentityError } from "../errors/identity-error.ts";
import type { LifecycleEvent } from "../events.ts";
import { deepFreeze, isSameData } from "../lib/data.ts";
import { createListeners } from "../lib/listeners.ts";
import type { Channel, Platform } from "../platform.ts";
import { onTabMessage, signedOutMessage } from "./channel.ts";
import { type ExchangeParts, exchangeOnce } from "./exchange.ts";
import { isExpectedRecord } from "./exchange-steps.ts";
import { type IdentityState, toIdentityState } from "./identity-state.ts";
import { transition } from "./lifecycle.ts";
import type { Session, StoredRecord } from "./session.ts";
import { type Effect, endedGenerations, type SessionEvent, type SessionState } from "./state.ts";
import { createTokenAccess, type Watcher } from "./token-access.ts";

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
  let published = toIdentityState(state);
  let clearTimer = () => {};
  let exchange = new AbortController();
  /** The last write or removal. */
  let saved: Promise<unknown> = Promise.resolve();
  let isLookDue = false;
  /** The message of another tab that has removed the session of this one. */
  let reportedEnd: string | undefined;
  let isDisposed = false;
  const stateListeners = createListeners<IdentityState>();
  /** Unlike listeners, watchers are called inside the step, because they decide about responses. */
  const watchers = new Set<Watcher>();

  const currentState = () => (isDisposed ? undefined : state);
  const watch = (watcher: Watcher) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  };
  const tellWatchers = () => {
    for (const watcher of watchers) watcher(currentState());
  };

  function dispatch(event: SessionEvent): void {
    if (isDisposed) return;
    const before = state;
    const step = transition(state, event, now(), parts.backOff);
    state = step.state;
    const ended = step.effects.some(({ type }) => type === "clear") ? before.session : undefined;
    store.noteSignOuts(endedGenerations(state, ended));
    if (state !== before) setTimer();
    // The exchange of an ended session must not keep the lock.
    if (state.session?.idToken !== before.session?.idToken) exchange.abort();
    for (const effect of step.effects) performEffect(effect, before.session);
    // The tab that has removed it tells the server.
    if (ended && reportedEnd !== signedOutMessage(ended.generation)) parts.ended?.(ended);
    publishState();
    tellWatchers();
  }

  /** @param shown the session before the step */
  function performEffect(effect: Effect, shown: Session | undefined): void {
    switch (effect.type) {
      case "exchange": {
        const own = new AbortController();
        exchange = own;
        void exchangeOnce(parts, effect.held, own.signal, () => state).then((outcome) => {
          // An exchange that outlived its lock must not write.
          own.abort();
          dispatch(outcome);
        });
        return;
      }
      case "read":
        readStorage();
        return;
      case "store-user":
        showWhenWritten(
          store.update((current) =>
            current.session?.generation === effect.generation
              ? { ...current, session: { ...current.session, user: effect.user } }
              : undefined,
          ),
        );
        return;
      case "store":
      case "clear": {
        let removed: Session | undefined;
        const isEnd = effect.type === "clear";
        const done = store.update((current, isLate) => {
          if (!isExpectedRecord(current, isLate, effect, now())) return undefined;
          if (isEnd) removed = current.session;
          return effect.record;
        }, isEnd);
        // Another tab may have stored a session that this tab had not seen, or handed this session over.
        const isSeen = ({ generation, handle }: Session) =>
          generation === shown?.generation && handle === shown.handle;
        const reportRemovedSession = () => removed && !isSeen(removed) && parts.ended?.(removed);
        done.then(reportRemovedSession, () => {});
        showWhenWritten(done);
        return;
      }
      case "look-up":
        parts.lookUp();
        return;
      case "emit":
        // Publish the state first, so that state listeners run before the listeners of the event.
        publishState();
        parts.emit(effect.event);
    }
  }

  /** Sets the one timer to the next due time, if there is one. */
  function setTimer(): void {
    clearTimer();
    const { dueAt } = state;
    if (dueAt === undefined) return;
    clearTimer = parts.setTimeout(
      () =>
        // Do not compare the due time with the clock, because the clock may have been set back since.
        dispatch(
          now() - dueAt > LATE_MS ? { type: "woke-up", cause: "timer-late" } : { type: "refresh-due" },
        ),
      Math.min(dueAt - now(), LONGEST_TIMER_MS),
    );
  }

  /**
   * The record of the shown session, if any tab has signed it out: by a note, or by the message of the tab that has
   * removed it. A write of this tab that failed must not bring it back.
   */
  const removedRecord = (): StoredRecord | undefined => {
    const { session } = state;
    if (!session) return undefined;
    return reportedEnd === signedOutMessage(session.generation)
      ? { session, isSignOutNoted: true }
      : store.noted(session);
  };

  /** Shows a stored record, unless a newer change shows its own result. */
  function showRecord(record: StoredRecord, isOvertaken = false): void {
    const isPending = isOvertaken || store.isChanging();
    const removed = isPending || record.session ? undefined : removedRecord();
    dispatch({ type: "storage-read", record: removed ?? record, isPending });
  }

  /** All calls share one read that has not begun yet, because reads of hanging storage must not pile up. */
  function readStorage(message?: string): void {
    // A tab that cannot read storage learns of its session's end only from the message.
    if (state.session && message === signedOutMessage(state.session.generation)) reportedEnd = message;
    else if (isLookDue) return;
    isLookDue = true;
    store
      .read(() => {
        isLookDue = false;
      })
      .then(showRecord, () => {
        const removed = removedRecord();
        if (removed) showRecord(removed);
        else dispatch({ type: "storage-read-failed" });
      });
  }

  function showWhenWritten(done: Promise<StoredRecord>): void {
    saved = done.then(showRecord, () => dispatch({ type: "storage-write-failed" }));
  }

  function publishState(): void {
    const next = toIdentityState(state);
    if (isSameData(next, published)) return;
    published = deepFreeze(next);
    stateListeners.call(next);
  }

  const access = createTokenAccess({
    now,
    dispatch,
    getState: currentState,
    watch,
  });

  store.setOnLate(showRecord);
  const stopTabs = onTabMessage(tabs, parts, (message) => {
    if (store.kind() !== "local") return;
    if (message === "moved") dispatch({ type: "storage-moved" });
    else readStorage(message);
  });
  const stopPage = parts.page((signal) => {
    // Some browsers fail every request while a page closes. That must not count as an outage.
    if (signal === "page-hidden") exchange.abort();
    else dispatch({ type: "woke-up", cause: signal });
  });
  readStorage();

  return {
    ...access,
    dispatch,
    getState: () => published,
    getSession: () => state.session,
    /** The generation of the sign-in under way, which a later one replaces. */
    getLatestSignIn: () => state.latestSignIn,
    isDurable: () => state.durability === "durable",
    /** Calls the listener at once with the state, and after every change. */
    subscribe: (listener: (state: IdentityState) => void) => {
      const stop = stateListeners.add(listener);
      listener(published);
      return stop;
    },
    watch,
    /** The lock of the exchanges. */
    lock: parts.lock,
    /** Resolves when all changes so far are stored; rejects if a session cannot be removed from storage. */
    stored: async (): Promise<void> => {
      await saved;
      if (state.durability === "removal-pending" && state.base)
        throw new IdentityError("storage-unavailable");
    },
    /** Shows the record that results from a store command outside the lifecycle. */
    show: showRecord,
    dispose: () => {
      isDisposed = true;
      clearTimer();
      exchange.abort();
      stopPage();
      tellWatchers();
      // Close the channel later, because messages about earlier writes must still be sent.
      void saved.finally(stopTabs);
    },
  };
}
