import type { LifecycleEvent } from "../events.ts";
import { isSameData } from "../lib/data.ts";
import { endOf, hasSameTokens, join, joinAll } from "./order.ts";
import { type SessionRecord, signOutAt } from "./record.ts";
import { isRetryDue } from "./retry.ts";
import {
  type Effect,
  type ExchangeResult,
  isExchanging,
  retryOf,
  type SessionEvent,
  type SessionState,
  type Step,
  sessionOf,
} from "./state.ts";
import { isRefreshDue, isTokenUsable, refreshTimeOf } from "./tokens.ts";

/** When the session's next exchange is due; `undefined` while signed out, and while one is running. */
export function dueAtOf(state: SessionState, now: number): number | undefined {
  const session = sessionOf(state);
  if (!session || isExchanging(state)) return undefined;
  const retry = retryOf(state);
  if (retry) return isRetryDue(retry, now) ? now : retry.retryAt;
  return isRefreshDue(session, now) ? now : refreshTimeOf(session);
}

const stepTo = (state: SessionState, ...effects: Effect[]): Step => ({ state, effects });
const emit = (event: LifecycleEvent): Effect => ({ type: "emit", event });
const READ: Effect = { type: "read" };
const LOOK_UP: Effect = { type: "look-up" };
const write = (isAction = false): Effect => ({ type: "write", isAction });

/**
 * The whole lifecycle of a session. Pure: no clock, no I/O. The runner carries the effects out in order, with events
 * last, and sets the timer. The README shows it as a table of states and events, and a test compares the two.
 */
export function transition(state: SessionState, event: SessionEvent, now: number): Step {
  const session = sessionOf(state);
  const retry = retryOf(state);
  const isIdle = !!session && !isExchanging(state);
  switch (event.type) {
    case "storage-read":
      return afterRead(state, event.record, event.note);
    case "storage-failed":
      return afterFailure(state, event.isWrite, event.note);
    case "sign-in-started":
      return stepTo({ ...state, latestSignIn: event.generation });
    case "signed-in":
      // Ignored if a later sign-in or sign-out has replaced this attempt.
      return state.latestSignIn === event.session.generation
        ? show(
            { ...state, latestSignIn: undefined },
            { session: event.session },
            emit({ type: event.type }),
            write(true),
          )
        : stepTo(state);
    case "account-changed": {
      // Skip the write for an unchanged profile, because it would notify all tabs.
      const changed = { session: event.session, forced: state.record?.forced };
      const isSame = hasSameTokens(state.record, changed) && isSameData(session?.user, event.session.user);
      return isSame ? stepTo(state) : show(state, changed, emit({ type: "tokens-replaced" }), write());
    }
    case "token-requested":
      if (!isIdle) return stepTo(state);
      // The timer's time was computed before the clock could be set back.
      if (event.why === "timer") return startExchange(state);
      // While waiting, the caller gets the error with `retryAt`; repeated calls must not cause repeated exchanges.
      if (!isRetryDue(retry, now)) return stepTo(state);
      if (!isTokenUsable(session, now)) return startExchange(state);
      // One forced refresh per step of the back-off. Until the next step, the caller gets the current token.
      return event.why === "forced-call" && isRetryDue(state.record?.forced, now)
        ? startExchange(state, true)
        : stepTo(state);
    case "token-refused": {
      if (!session || session.idToken !== event.idToken) return stepTo(state);
      const { turn, refusedTurn } = session;
      if (event.isFinal || refusedTurn === turn - 1)
        return show(state, endOf(session, event.reason), undefined, write());
      if (!isIdle || !isRetryDue(retry, now)) return stepTo(state);
      const record = { ...state.record, session: { ...session, refusedTurn: turn } } as SessionRecord;
      return startExchange({ ...state, record }, true);
    }
    case "exchanged":
      return afterExchange(state, event, !!event.isReplaced);
    case "woke-up": {
      // After sleep, a frozen page or a change of the clock, storage may be newer.
      const look = [READ, emit({ type: "woke-up", cause: event.cause })];
      // The network may be back, so the exchange does not wait for `retryAt`.
      const isEarly = isIdle && retry && (event.cause === "online" || event.cause === "try-again");
      return isEarly ? startExchange(state, false, ...look) : stepTo(state, ...look);
    }
    case "sign-out":
      return show(
        { ...state, latestSignIn: undefined },
        signOutAt(event.stamp, event.reason),
        undefined,
        write(true),
      );
  }
}

/**
 * Shows the greater of this tab's record and another one. New users get a lookup, which runs in the background.
 * @param news the event of new tokens
 */
function show(
  state: SessionState,
  other: SessionRecord,
  news: Effect | undefined,
  ...effects: Effect[]
): Step {
  const { record } = state;
  const shown = record ? join(record, other) : other;
  // The record of this tab is greater: the user has signed in or out since.
  if (shown === record) return stepTo(state);
  const { session, signedOut } = shown;
  const next = { ...state, record: shown };
  if (hasSameTokens(record, shown)) return stepTo(next, ...effects);
  const isNewUser = session && session.generation !== record?.session?.generation;
  return stepTo(
    { ...next, exchanging: undefined, pause: undefined },
    ...effects,
    ...(isNewUser ? [LOOK_UP] : []),
    ...(session ? (news ? [news] : []) : [emit({ type: "signed-out", reason: signedOut })]),
  );
}

/** Shows what storage holds, and writes again what it lacks: a record that it has refused, or a noted sign-out. */
function afterRead(state: SessionState, stored: SessionRecord | undefined, note: SessionRecord): Step {
  const { record: own } = state;
  if (!stored) {
    const next = { ...state, isUnreadable: false, isForeign: true };
    // The value may be a session of another release. The shown user stays.
    const shown = show(next, own ? note : signOutAt(0), undefined);
    return state.isForeign
      ? shown
      : stepTo(shown.state, ...shown.effects, emit({ type: "stored-value-set-aside" }));
  }
  const record = joinAll(stored, note, own);
  const isStored = record === stored;
  const isUnsaved = !isStored && !!state.isUnsaved;
  const next = { ...state, isUnsaved, isUnreadable: false, isForeign: false };
  const news = emit({ type: own ? "adopted" : "restored" });
  const { state: shown, effects } = show(next, record, news);
  return stepTo(shown, ...(isStored ? [] : [write()]), ...effects);
}

/** A failed read is never "no user": the shown session stays. After a failed write it lives in this tab only. */
function afterFailure(state: SessionState, isWrite: boolean, note: SessionRecord): Step {
  if (!state.record)
    return stepTo(
      { ...state, isUnreadable: true },
      ...(state.isUnreadable ? [] : [emit({ type: "storage-unavailable" })]),
    );
  const { state: next, effects } = show({ ...state, isUnreadable: !isWrite }, note, undefined);
  return isWrite ? withUnsaved(next, ...effects) : stepTo(next, ...effects);
}

function withUnsaved(state: SessionState, ...effects: Effect[]): Step {
  const isNews = !!sessionOf(state) && !state.isUnsaved;
  const degraded = isNews ? [emit({ type: "persistence-degraded", kind: "none" })] : [];
  return stepTo({ ...state, isUnsaved: true }, ...effects, ...degraded);
}

function startExchange(state: SessionState, isForced = false, ...effects: Effect[]): Step {
  const attempt = (retryOf(state)?.attempt ?? 0) + 1;
  return stepTo(
    { ...state, exchanging: sessionOf(state)?.idToken },
    { type: "exchange", isForced },
    ...effects,
    emit({ type: "refresh-started", attempt }),
  );
}

/** The exchange has already written its record; this step only shows it. */
function afterExchange(state: SessionState, result: ExchangeResult, isReplaced: boolean): Step {
  const { idToken, record, isOwn, isUnsaved, pause } = result;
  // The runner has cut the exchange of a token that this tab no longer has, and another one may be running. A token that
  // its custody has returned has the same text.
  const isCurrent = !isReplaced && isExchanging(state) && state.exchanging === idToken;
  const saved = { ...state, isUnsaved: state.isUnsaved === true && isUnsaved !== false };
  const rested = isCurrent ? { ...saved, exchanging: undefined, pause } : saved;
  const former = retryOf(state);
  const expiresAt = record?.session?.expiresAt ?? 0;
  const news = emit(isOwn ? { type: "refreshed", expiresAt } : { type: "adopted" });
  const shown = record ? show(rested, record, news) : stepTo(rested);
  const retry = retryOf(shown.state);
  const isFailure = isCurrent && retry && (pause || isOwn);
  // Repeat the lookup of the start, because it failed in the outage too.
  const lookUp = isOwn && former && !retry && sessionOf(shown.state) ? [LOOK_UP] : [];
  const effects = [
    ...lookUp,
    ...shown.effects,
    ...(isFailure ? [emit({ type: "refresh-failed", code: retry.cause, retryAt: retry.retryAt })] : []),
  ];
  return isUnsaved ? withUnsaved(shown.state, ...effects) : stepTo(shown.state, ...effects);
}
