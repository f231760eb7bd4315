import type { Channel } from "@tallybin/platform/browser";
import { createRunner } from "@tallybin/platform/runner";
import { IdentityError, type SignOutReason } from "../errors/identity-error.ts";
import type { LifecycleEvent } from "../events.ts";
import { onTabMessage } from "../lib/channel.ts";
import type { Platform } from "../platform.ts";
import { createTokenAccess, type Watcher } from "./access.ts";
import { type ExchangeParts, exchangeOnce } from "./exchange.ts";
import { dueAtOf, transition } from "./lifecycle.ts";
import { hasSameTokens, nextStampAfter } from "./order.ts";
import { placeOf, type Session, type SessionRecord, signOutAt } from "./record.ts";
import {
  type Effect,
  retryOf,
  type SessionEvent,
  type SessionState,
  type SessionView,
  viewOf,
} from "./state.ts";
import type { StoreResult } from "./store.ts";

/** A timer that fires this long after its time was delayed by sleep, not by a busy page. */
const SLEEP_MS = 60_000;

type RunnerParts = ExchangeParts &
  Pick<Platform, "now" | "setTimeout" | "page"> & {
    tabs: Channel | undefined;
    emit: (event: LifecycleEvent, view: SessionView) => void;
    lookUp: () => void;
    /** Called when this tab ends a session: the user signed out, or an API refused the token. A custody knows refused exchanges. */
    ended?: (session: Session) => void;
  };

export type SessionRunner = ReturnType<typeof createSessionRunner>;

/** Carries out the lifecycle's effects: one exchange, storage, other tabs, listeners. */
export function createSessionRunner(parts: RunnerParts) {
  const { store, now, tabs } = parts;
  let exchange = new AbortController();
  /** The last write. Never rejects. */
  let saved: Promise<unknown> = Promise.resolve();
  /** Whether a read waits in the queue. No second one is added, because reads of hanging storage would pile up. */
  let isReadQueued = false;
  /** Whether storage had a session at its last result. */
  let hasStoredSession = false;
  /** The last sign-in or sign-out of this tab, until storage has it or a later one. */
  let pending: SessionRecord | undefined;
  /** The last session that was given to `parts.ended`, which must get each session once. */
  let reported: Session | undefined;
  /** Called inside each step, unlike listeners, because they decide about responses. */
  const watchers = new Set<Watcher>();

  /** Before the first read of storage, a record that ends nothing. */
  const current = () => machine.state.record ?? signOutAt(0);
  const getView = () => (machine.isStopped ? undefined : viewOf(machine.state));
  /** The stamp of a sign-in or sign-out at this moment. */
  const nextStamp = () => nextStampAfter(now(), store.note(), machine.state.record);
  const watch = (watcher: Watcher) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  };
  const notifyWatchers = () => {
    for (const watcher of watchers) watcher(getView());
  };

  const machine = createRunner<SessionState, SessionEvent, Effect>(
    parts,
    {},
    {
      transition,
      dueAtOf,
      // The clock may have been set back since, so only a large delay counts.
      onDue: (dueAt) =>
        dispatch(
          now() - dueAt > SLEEP_MS
            ? { type: "woke-up", cause: "timer-late" }
            : { type: "token-requested", why: "timer" },
        ),
      perform: performEffect,
      afterStep(event, { record: before }) {
        const { record } = machine.state;
        if (event.type === "sign-out") store.noteSignOut(event.stamp);
        // The exchange of an ended session must not keep the lock.
        if (!hasSameTokens(before, record)) exchange.abort();
        const { session } = before ?? {};
        if (session && !record?.session) {
          // The tab that ended a session reports it. Only this tab had one that was never stored, so it reports that too.
          const isOwnEnd = event.type === "sign-out" || event.type === "token-refused";
          if (isOwnEnd || session.generation === pending?.session?.generation) reportEnd(session);
        }
        notifyWatchers();
      },
    },
  );
  const { dispatch } = machine;

  function performEffect(effect: Effect): void {
    const { state } = machine;
    const { record } = state;
    switch (effect.type) {
      case "exchange":
        if (record?.session) startExchange(record, effect.isForced);
        return;
      case "read":
        readStorage();
        return;
      case "write":
        if (effect.isAction) pending = record;
        saved = store.put(current, () => pending === record).then(showResult, () => showFailure(true));
        return;
      case "look-up":
        parts.lookUp();
        return;
      case "emit":
        parts.emit(effect.event, viewOf(state));
    }
  }

  function startExchange(record: SessionRecord & { session: Session }, isForced: boolean): void {
    const own = new AbortController();
    exchange = own;
    const start = { record, retry: retryOf(machine.state), isForced, signal: own.signal, current };
    void exchangeOnce(parts, start).then((result) => {
      // If another tab has taken the lock, the exchange may still run, and must not write.
      own.abort();
      // The exchange may have stored it.
      if (result.record?.session) hasStoredSession = true;
      dispatch({ type: "exchanged", ...result });
    });
  }

  function reportEnd(session: Session): void {
    if (reported?.generation === session.generation && reported.handle === session.handle) return;
    reported = session;
    parts.ended?.(session);
  }

  function showResult({ record, before }: StoreResult): void {
    // A write may have ended another session than the one that this tab has shown.
    if (before?.session && record?.end) reportEnd(before.session);
    hasStoredSession = !!record?.session;
    dispatch({ type: "storage-read", record, note: store.note() });
    if (record && pending && placeOf(record).stamp >= placeOf(pending).stamp) pending = undefined;
  }

  function showFailure(isWrite: boolean): void {
    dispatch({ type: "storage-failed", isWrite, note: store.note() });
  }

  function readStorage(): void {
    if (isReadQueued) return;
    isReadQueued = true;
    const onStart = () => {
      isReadQueued = false;
    };
    store.read(onStart).then(showResult, () => showFailure(false));
  }

  const access = createTokenAccess({ now, dispatch, getView, watch });

  store.onReport(showResult);
  const stopTabs = onTabMessage(tabs, parts, () => {
    if (store.kind() === "local") readStorage();
  });
  const stopPage = parts.page((signal) => {
    // Some browsers fail every request of a closing page, which must not count as an outage.
    if (signal === "page-hidden") exchange.abort();
    else dispatch({ type: "woke-up", cause: signal });
  });
  readStorage();

  return {
    ...access,
    dispatch,
    getState: () => machine.state,
    getSession: () => machine.state.record?.session,
    isDurable: () => !machine.state.isUnsaved && !machine.state.isForeign,
    /** Revokes the sign-in in progress. Waits for the first read, because the stamp must be greater than the stored one. */
    signOut: async (reason?: SignOutReason): Promise<void> => {
      dispatch({ type: "sign-in-started", generation: "" });
      if (!machine.state.record) await access.firstRead();
      dispatch({ type: "sign-out", stamp: nextStamp(), reason });
    },
    nextStamp,
    watch,
    /** The lock of the exchanges. */
    lock: parts.lock,
    /** Resolves when storage has taken or refused all changes so far. */
    stored: () => saved,
    /** As `stored`, but rejects if storage still has a session that has ended. */
    ended: async (): Promise<void> => {
      await saved;
      const { record, isUnsaved } = machine.state;
      if (!record?.session && isUnsaved && hasStoredSession) throw new IdentityError("storage-unavailable");
    },
    /** Moves the session to another persistence. */
    move: (next: Parameters<typeof store.move>[0]) => store.move(next, current).then(showResult),
    dispose: () => {
      machine.stop();
      exchange.abort();
      stopPage();
      notifyWatchers();
      // The writes so far still notify the other tabs.
      void saved.finally(stopTabs);
    },
  };
}
