import type { LifecycleEvent } from "../events.ts";
import { isRetryDue } from "../http/back-off.ts";
import { isSameData } from "../lib/data.ts";
import { endOf, hasSameTokens, join, joinAll } from "./order.ts";
import { type SessionRecord, signOutAt } from "./record.ts";
import {
  type Effect,
  type ExchangeResult,
  retryOf,
  type SessionEvent,
  type SessionState,
  type Step,
} from "./state.ts";
import { isTokenUsable, refreshTimeOf } from "./tokens.ts";

/** When the session's next exchange is due; `undefined` while signed out, and while one is running. */
export function dueAtOf(state: SessionState, now: number): number | undefined {
  const session = state.record?.session;
  if (!session || state.exchanging) return undefined;
  const retry = retryOf(state);
  if (retry) return isRetryDue(retry, now) ? now : retry.retryAt;
  return isTokenUsable(session, now) ? Math.max(now, refreshTimeOf(session)) : now;
}

const stepTo = (state: SessionState, ...effects: Effect[]): Step => ({ state, effects });
const emit = (event: LifecycleEvent): Effect => ({ type: "emit", event });
const READ: Effect = { type: "read" };
const LOOK_UP: Effect = { type: "look-up" };
const write = (isAction = false): Effect => ({ type: "write", isAction });

/**
 * The whole lifecycle of a session. Pure: no clock, no I/O. The runner carries out the effects in order and sets the
 * timer. A test compares it with the README's table of states and events.
 */
export function transition(state: SessionState, event: SessionEvent, now: number): Step {
  const session = state.record?.session;
  const retry = retryOf(state);
  const isIdle = !!session && !state.exchanging;
  switch (event.type) {
    case "storage-read":
      return afterRead(state, event.record, event.note);
    case "storage-failed":
      return afterFailure(state, event.isWrite, event.note);
    case "sign-in-started":
      return stepTo({ ...state, latestSignIn: event.generation });
    case "signed-in": {
      // A later sign-in or sign-out has replaced this attempt.
      if (state.latestSignIn !== event.session.generation) return stepTo(state);
      const next = { ...state, latestSignIn: undefined };
      return show(next, { session: event.session }, emit({ type: event.type }), write(true));
    }
    case "account-changed": {
      // Skip the write for an unchanged profile, because it would notify all tabs.
      const changed = { session: event.session, forced: state.record?.forced };
      const isSame = hasSameTokens(state.record, changed) && isSameData(session?.user, event.session.user);
      return isSame ? stepTo(state) : show(state, changed, emit({ type: "tokens-replaced" }), write());
    }
    case "token-requested":
      if (!isIdle) return stepTo(state);
      // The clock may have been set back since the timer was set, so its time is not compared again.
      if (event.why === "timer") return startExchange(state);
      // The caller gets the last failure with its `retryAt`, because repeated calls must not cause repeated exchanges.
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
      // The exchange writes it.
      const record = { ...state.record, session: { ...session, refusedTurn: turn } } as SessionRecord;
      return startExchange({ ...state, record, isStored: false }, true);
    }
    case "exchanged":
      return afterExchange(state, event);
    case "woke-up": {
      // Other tabs may have written while this one slept or was frozen.
      const reread = [READ, emit({ type: "woke-up", cause: event.cause })];
      // The network may be back, so the exchange does not wait for `retryAt`.
      const isEarly = isIdle && retry && (event.cause === "online" || event.cause === "try-again");
      return isEarly ? startExchange(state, false, ...reread) : stepTo(state, ...reread);
    }
    case "sign-out": {
      const next = { ...state, latestSignIn: undefined };
      return show(next, signOutAt(event.stamp, event.reason), undefined, write(true));
    }
  }
}

/**
 * Joins another record into the state. A new user is looked up in the background.
 * @param news emitted if the join changes the tokens
 * @param effects carried out if the join changes the record
 */
function show(
  state: SessionState,
  other: SessionRecord,
  news: Effect | undefined,
  ...effects: Effect[]
): Step {
  const { record } = state;
  const shown = record ? join(record, other) : other;
  if (shown === record) return stepTo(state);
  const { session, signedOut } = shown;
  const next = { ...state, record: shown, isStored: false };
  if (hasSameTokens(record, shown)) return stepTo(next, ...effects);
  const isNewUser = session && session.generation !== record?.session?.generation;
  return stepTo(
    { ...next, exchanging: undefined, pause: undefined },
    ...effects,
    ...(isNewUser ? [LOOK_UP] : []),
    ...(session ? (news ? [news] : []) : [emit({ type: "signed-out", reason: signedOut })]),
  );
}

/** Joins the stored record, and writes again if storage lacks something: a record it refused, or a noted sign-out. */
function afterRead(state: SessionState, stored: SessionRecord | undefined, note: SessionRecord): Step {
  const { record: own } = state;
  if (!stored) {
    const next = { ...state, isStored: false, isForeign: true };
    // It may be a session of another release, so the user of this tab stays, and a new tab has none.
    const shown = show(next, own ? note : signOutAt(0), undefined);
    return state.isForeign
      ? shown
      : stepTo(shown.state, ...shown.effects, emit({ type: "stored-value-set-aside" }));
  }
  const record = joinAll(stored, note, own);
  const isStored = record === stored;
  const next = { ...state, isUnsaved: !isStored && !!state.isUnsaved, isForeign: false };
  const { state: shown, effects } = show(next, record, emit({ type: own ? "adopted" : "restored" }));
  return stepTo({ ...shown, isStored }, ...(isStored ? [] : [write()]), ...effects);
}

/** A failed read is never "no user": the session stays. After a failed write it lives in this tab only. */
function afterFailure(state: SessionState, isWrite: boolean, note: SessionRecord): Step {
  if (!state.record) {
    const news = state.isUnreadable ? [] : [emit({ type: "storage-unavailable" })];
    return stepTo({ ...state, isUnreadable: true }, ...news);
  }
  const { state: next, effects } = show(state, note, undefined);
  return isWrite ? withUnsaved(next, ...effects) : stepTo(next, ...effects);
}

function withUnsaved(state: SessionState, ...effects: Effect[]): Step {
  // A write that timed out earlier has stored the record since.
  if (state.isStored) return stepTo(state, ...effects);
  const isNews = !!state.record?.session && !state.isUnsaved;
  const degraded = isNews ? [emit({ type: "persistence-degraded" })] : [];
  return stepTo({ ...state, isUnsaved: true }, ...effects, ...degraded);
}

const startExchange = (state: SessionState, isForced = false, ...effects: Effect[]): Step =>
  stepTo(
    { ...state, exchanging: state.record?.session?.idToken },
    { type: "exchange", isForced },
    ...effects,
    emit({ type: "refresh-started" }),
  );

/** Shows the result of an exchange. The exchange has already written it. */
function afterExchange(state: SessionState, result: ExchangeResult): Step {
  const { idToken, record, isOwn, isUnsaved, pause } = result;
  // False if this tab got other tokens meanwhile, and perhaps began another exchange.
  const isCurrent = state.exchanging === idToken;
  const saved = isUnsaved === false ? { ...state, isUnsaved, isForeign: false } : state;
  const rested = isCurrent ? { ...saved, exchanging: undefined, pause } : saved;
  const former = retryOf(state);
  const expiresAt = record?.session?.expiresAt ?? 0;
  const news = emit(isOwn ? { type: "refreshed", expiresAt } : { type: "adopted" });
  const shown = record ? show(rested, record, news) : stepTo(rested);
  const retry = retryOf(shown.state);
  const isFailure = isCurrent && retry && (pause || isOwn);
  // The lookup of the start has probably failed in the outage too.
  const lookUp = isOwn && former && !retry && shown.state.record?.session ? [LOOK_UP] : [];
  const effects = [
    ...lookUp,
    ...shown.effects,
    ...(isFailure ? [emit({ type: "refresh-failed", code: retry.cause, retryAt: retry.retryAt })] : []),
  ];
  return isUnsaved ? withUnsaved(shown.state, ...effects) : stepTo(shown.state, ...effects);
}
