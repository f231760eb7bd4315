import { IdentityError, type SignOutReason } from "../errors/identity-error.ts";
import type { LifecycleEvent } from "../events.ts";
import { onTabMessage } from "../lib/channel.ts";
import { deepFreeze, isSameData } from "../lib/data.ts";
import { createListeners } from "../lib/listeners.ts";
import type { Channel, Platform } from "../platform.ts";
import { createTokenAccess, type Watcher } from "./access.ts";
import { type ExchangeParts, exchangeOnce } from "./exchange.ts";
import { dueAtOf, transition } from "./lifecycle.ts";
import { hasSameTokens, joinAll, nextStampAfter, placeOf } from "./order.ts";
import { type Session, type SessionRecord, signOutAt } from "./record.ts";
import {
  type Effect,
  type IdentityState,
  type SessionEvent,
  type SessionState,
  sessionOf,
  toIdentityState,
  viewOf,
} from "./state.ts";
import type { StoreResult } from "./store.ts";

/** A timer that fires this long after its time was delayed by sleep, not by a busy page. */
const SLEEP_MS = 60_000;
/** Longer timers overflow setTimeout and fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

type RunnerParts = ExchangeParts &
  Pick<Platform, "now" | "setTimeout" | "page"> & {
    tabs: Channel | undefined;
    emit: (event: LifecycleEvent) => void;
    lookUp: () => void;
    /** Called when this tab ends a session: the user signed out, or a server refused the token. */
    ended?: (session: Session) => void;
  };

export type Runner = ReturnType<typeof createRunner>;

/** Carries out the lifecycle's effects: one timer, one exchange, storage, other tabs, listeners. */
export function createRunner(parts: RunnerParts) {
  const { store, now, tabs } = parts;
  let state: SessionState = {};
  let published = toIdentityState(state);
  let clearTimer = () => {};
  let exchange = new AbortController();
  /** The last write. */
  let saved: Promise<unknown> = Promise.resolve();
  /** Whether a read waits in the queue. All calls share it, because reads of hanging storage must not pile up. */
  let isReadQueued = false;
  /** Whether storage had a session when this tab last saw it. */
  let hasStoredSession = false;
  /** The user's last action in this tab, until storage has it or a later one. Only this tab knows of it. */
  let pending: SessionRecord | undefined;
  /** The last session whose end this tab has reported. */
  let reported: Session | undefined;
  let isDisposed = false;
  const stateListeners = createListeners<IdentityState>();
  /** Unlike listeners, watchers are called inside the step, because they decide about responses. */
  const watchers = new Set<Watcher>();

  const getView = () => (isDisposed ? undefined : viewOf(state));
  /** The stamp of an action of the user at this moment: greater than all that this tab knows. */
  const nextStamp = () => nextStampAfter(now(), store.note(), state.record);
  const watch = (watcher: Watcher) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  };
  const notifyWatchers = () => {
    for (const watcher of watchers) watcher(getView());
  };

  function dispatch(event: SessionEvent): void {
    if (isDisposed) return;
    const before = state.record;
    const step = transition(state, event, now());
    state = step.state;
    setTimer();
    // The exchange of an ended session must not keep the lock.
    if (!hasSameTokens(before, state.record)) exchange.abort();
    for (const effect of step.effects) performEffect(effect);
    const { session } = before ?? {};
    const isOwnEnd =
      event.type === "sign-out" ||
      event.type === "token-refused" ||
      session?.generation === pending?.session?.generation;
    if (isOwnEnd && session && !sessionOf(state)) reportEnd(session);
    publishState();
    notifyWatchers();
  }

  function performEffect(effect: Effect): void {
    const { record } = state;
    switch (effect.type) {
      case "exchange":
        if (record?.session) startExchange(record, effect.isForced);
        return;
      case "read":
        readStorage();
        return;
      case "write":
        if (record) saved = write(record, effect.isAction);
        return;
      case "look-up":
        parts.lookUp();
        return;
      case "emit":
        // Publish the state first, so that state listeners run before the listeners of the event.
        publishState();
        parts.emit(effect.event);
    }
  }

  function startExchange(record: SessionRecord & { session: Session }, isForced: boolean): void {
    const own = new AbortController();
    exchange = own;
    const current = () => state.record ?? record;
    void exchangeOnce(parts, { record, isForced, signal: own.signal, current }).then((result) => {
      // An exchange that outlived its lock must not write.
      own.abort();
      // The exchange may have stored this session. Only a read shows that storage has none.
      if (result.record?.session) hasStoredSession = true;
      dispatch({ type: "exchanged", ...result, isReplaced: exchange !== own });
    });
  }

  function write(record: SessionRecord, isAction: boolean): Promise<void> {
    // A sign-out is noted first, because a closing page finishes no transaction.
    if (isAction && record.end) store.noteSignOut(record.end.stamp);
    if (isAction) pending = record;
    return store
      .put(
        () => state.record ?? record,
        () => pending === record,
      )
      .then(
        (result) => {
          // This tab may not have shown the session that it has ended in storage.
          const replaced = result.before?.session;
          if (replaced && result.record?.end) reportEnd(replaced);
          showResult(result);
        },
        () => dispatch({ type: "storage-failed", isWrite: true, note: store.note(sessionOf(state)) }),
      );
  }

  /** Each tab that may be the first to end a session reports it. */
  function reportEnd(session: Session): void {
    if (reported?.generation === session.generation && reported.handle === session.handle) return;
    reported = session;
    parts.ended?.(session);
  }

  function showResult({ record }: StoreResult): void {
    hasStoredSession = !!record?.session;
    dispatch({ type: "storage-read", record, note: store.note(record?.session ?? sessionOf(state)) });
    if (record && pending && placeOf(record).stamp >= placeOf(pending).stamp) pending = undefined;
  }

  function readStorage(): void {
    if (isReadQueued) return;
    isReadQueued = true;
    store
      .read(() => {
        isReadQueued = false;
      })
      .then(showResult, () =>
        dispatch({ type: "storage-failed", isWrite: false, note: store.note(sessionOf(state)) }),
      );
  }

  /** Sets the one timer to the next due time, if there is one. */
  function setTimer(): void {
    clearTimer();
    const dueAt = dueAtOf(state, now());
    if (dueAt === undefined) return;
    clearTimer = parts.setTimeout(
      () =>
        // Do not compare the due time with the clock, because the clock may have been set back since.
        dispatch(
          now() - dueAt > SLEEP_MS
            ? { type: "woke-up", cause: "timer-late" }
            : { type: "token-requested", why: "timer" },
        ),
      Math.min(dueAt - now(), LONGEST_TIMER_MS),
    );
  }

  function publishState(): void {
    const next = toIdentityState(state);
    if (isSameData(next, published)) return;
    published = deepFreeze(next);
    stateListeners.call(next);
  }

  const access = createTokenAccess({ now, dispatch, getView, watch });

  store.onReport(showResult);
  const stopTabs = onTabMessage(tabs, parts, (message) => {
    if (store.kind() !== "local") return;
    if (message === "moved") store.forgetSeen();
    readStorage();
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
    getSession: () => sessionOf(state),
    /** The generation of the sign-in under way, which a later one replaces. */
    getLatestSignIn: () => state.latestSignIn,
    isDurable: () => !state.isUnsaved && !state.isForeign,
    /**
     * Signs the user out: at once, or as soon as storage is read, because the stamp follows the stored one. The sign-in
     * in progress is revoked at once.
     */
    signOut: async (reason?: SignOutReason): Promise<void> => {
      dispatch({ type: "sign-in-started", generation: "" });
      if (!state.record) await access.known();
      dispatch({ type: "sign-out", stamp: nextStamp(), reason });
    },
    nextStamp,
    /** Whether a session with new tokens continues here. False once it has ended, or a later sign-in has replaced it. */
    isContinued: (session: Session): boolean =>
      joinAll({ session }, state.record).session?.generation === session.generation,
    /** Calls the listener at once with the state, and after every change. */
    subscribe: (listener: (state: IdentityState) => void) => {
      const stop = stateListeners.add(listener);
      listener(published);
      return stop;
    },
    watch,
    /** The lock of the exchanges. */
    lock: parts.lock,
    /** Resolves when all changes so far are stored, or refused. */
    stored: async (): Promise<void> => void (await saved),
    /** As `stored`, but rejects if the end of a session could not be stored. */
    ended: async (): Promise<void> => {
      await saved;
      if (!sessionOf(state) && state.isUnsaved && hasStoredSession)
        throw new IdentityError("storage-unavailable");
    },
    /** Keeps the session in another persistence from now on. */
    move: async (next: Parameters<typeof store.move>[0]): Promise<void> =>
      showResult(await store.move(next, state.record ?? signOutAt(0))),
    dispose: () => {
      isDisposed = true;
      clearTimer();
      exchange.abort();
      stopPage();
      notifyWatchers();
      // Close the channel later, because messages about earlier writes must still be sent.
      void saved.finally(stopTabs);
    },
  };
}
