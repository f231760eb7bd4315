import type { SignOutReason } from "../errors/identity-error.ts";
import type { WakeCause } from "../events.ts";
import { isSameData } from "../lib/data.ts";
import { BACK_OFF, isDueAtStart, isRetryDue, type Retry } from "./retry.ts";
import { generationOf, type StoredRecord } from "./session.ts";
import {
  afterLeftExchange,
  baseAfterRead,
  countedRetry,
  countForcedRefresh,
  type Effect,
  emitEffect,
  forgetSession,
  hasToken,
  isIdle,
  isNewerThanRecord,
  isSessionOf,
  LOOK_UP,
  type SessionEvent,
  type SessionState,
  type SignedIn,
  type Step,
  stepTo,
  withUser,
  writeEffect,
} from "./state.ts";
import { isClockAhead, isRefreshDue, isTokenUsable, refreshTimeOf, tokenLifetimeOf } from "./tokens.ts";

/**
 * The whole lifecycle of a session. Pure: no clock, no I/O. The runner carries the effects out in order, with events
 * last, and sets the timer. The README shows it as a table of states and events, and a test compares the two.
 */
export function transition(state: SessionState, event: SessionEvent, now: number, backOff = BACK_OFF): Step {
  switch (event.type) {
    case "storage-read":
      return event.isPending
        ? stepTo({ ...state, base: baseAfterRead(state, event.record) })
        : afterStorageRead(state, event.record, now);
    case "storage-read-failed":
      // A failed read is never "no user". The shown session stays.
      return state.status === "unknown"
        ? stepTo(
            { ...state, durability: "unreadable", reason: "storage-unavailable" },
            emitEffect({ type: "storage-unavailable" }),
          )
        : stepTo(state);
    case "storage-write-failed":
      return afterFailedWrite(state);
    case "storage-moved":
      // Another tab moved its session to another persistence, which emptied this storage. This tab's persistence is
      // unchanged, so it writes its session again.
      return state.session ? retryWrite({ ...state, durability: "memory", base: [""] }, now) : stepTo(state);
    case "sign-in-started":
      return stepTo({ ...state, latestSignIn: event.generation });
    case "signed-in":
      // Ignored if a later sign-in or sign-out has replaced this attempt.
      return state.latestSignIn === event.session.generation
        ? restUntilDue(
            {
              durability: "durable",
              base: state.base?.concat(event.session.generation),
              session: event.session,
            },
            writeEffect("store", { session: event.session }, state.base),
            LOOK_UP,
            emitEffect({ type: event.type }),
          )
        : stepTo(state);
    case "tokens-replaced": {
      const { session } = event;
      // The response to an account change must not restore a session that has ended meanwhile.
      return isSessionOf(state, session.generation, session.user)
        ? restUntilDue(
            { ...state, session, seenAt: undefined, isRefused: false, retry: undefined },
            writeEffect("store", { session, forced: state.forced }, state.base, [session.generation]),
            emitEffect({ type: event.type }),
          )
        : stepTo(state);
    }
    case "profile-read":
      // Skip the write for an unchanged profile, because it would notify all tabs.
      return isSessionOf(state, event.generation, event.user) && !isSameData(state.session.user, event.user)
        ? stepTo(withUser(state, event.user), { ...event, type: "store-user" })
        : stepTo(state);
    case "refresh-due":
      return isIdle(state) ? startExchange(state) : stepTo(state);
    case "exchanged":
      return hasToken(state, event.idToken)
        ? afterExchange(state, event, now)
        : stepTo(afterLeftExchange(state, event.record));
    case "exchange-overtaken":
      return hasToken(state, event.idToken)
        ? afterOvertakenExchange(state, event.record, now)
        : stepTo(state);
    case "woke-up":
      return afterWake(state, event.cause, now);
    case "token-asked":
      // While waiting, the caller gets the error with `retryAt`; repeated calls must not cause repeated exchanges.
      if (!isIdle(state) || !isRetryDue(state.retry, now)) return stepTo(state);
      if (!isTokenUsable(tokenLifetimeOf(state), now)) return startExchange(state);
      // One forced refresh per step of the back-off. Until the next step, the caller gets the current token.
      return event.force && isRetryDue(state.forced, now)
        ? startExchange(countForcedRefresh(state, now, backOff))
        : stepTo(state);
    case "token-refused": {
      const { reason } = event;
      if (!hasToken(state, event.idToken)) return stepTo(state);
      if (reason === "user-disabled" || state.session.isSecondChance)
        return endSession(state, reason, true, now);
      return isIdle(state) && isRetryDue(state.retry, now)
        ? startExchange({ ...countForcedRefresh(state, now, backOff), isRefused: true })
        : stepTo(state);
    }
    case "sign-out":
      return event.idToken && !hasToken(state, event.idToken)
        ? stepTo(state)
        : endSession(state, event.reason, !!event.idToken, now);
  }
}

function afterStorageRead(state: SessionState, record: StoredRecord, now: number): Step {
  if (record.setAside !== undefined) {
    const said = state.durability === "unreadable" ? [] : [emitEffect({ type: "stored-value-set-aside" })];
    // The value may be a session of another version of this code. The shown user stays.
    return state.session
      ? stepTo({ ...state, durability: "unreadable" }, ...said)
      : stepTo({ status: "signed-out", durability: "unreadable", latestSignIn: state.latestSignIn }, ...said);
  }
  return isNewerThanRecord(state, record, now)
    ? retryWrite({ ...state, base: [generationOf(record)] }, now, record)
    : adoptRecord(state, record, now);
}

/** Shows the stored session immediately, without the network. `isOver`: no exchange is running any more. */
function adoptRecord(state: SessionState, record: StoredRecord, now: number, isOver = false): Step {
  const { session, retry, signedOut } = record;
  const base = [generationOf(record)];
  // Complete the sign-out of a page that closed before storage had it.
  if (record.isSignOutNoted) return endSession({ ...state, base }, undefined, true, now);
  const stored = { durability: "durable", base, latestSignIn: state.latestSignIn } as const;
  if (!session) return forgetSession({ ...state, ...stored }, signedOut);
  const isSameSession = isSessionOf(state, session.generation, session.user);
  const forced = record.forced ?? (isSameSession ? state.forced : undefined);
  const lookUp = isSameSession ? [] : [LOOK_UP];
  if (!hasToken(state, session.idToken)) {
    const held = { ...stored, forced, session };
    // Another tab has just stored this session, so its lifetime may count from now. A session found at the start may
    // be of any age.
    if (state.status !== "unknown")
      return exchangeIfDue({ ...held, seenAt: now }, retry, now, ...lookUp, emitEffect({ type: "adopted" }));
    // A starting page may exchange before the retry time, because the network may be back already.
    return retry && isDueAtStart(retry, now)
      ? startExchange({ ...held, retry }, ...lookUp, emitEffect({ type: "restored" }))
      : exchangeIfDue(held, retry, now, ...lookUp, emitEffect({ type: "restored" }));
  }
  const same: SignedIn = { ...state, ...stored, forced };
  // The tokens are unchanged; the profile or a failed attempt may be new.
  // A running exchange finds another tab's failure when it reads storage inside the lock.
  return state.phase !== "refreshing" || isOver
    ? exchangeIfDue({ ...same, session }, retry, now)
    : stepTo(withUser(same, session.user));
}

/** The exchange is over and storage holds another record: shows it, unless storage refused this tab's session. */
function afterOvertakenExchange(state: SignedIn, record: StoredRecord, now: number): Step {
  if (!isNewerThanRecord(state, record)) return adoptRecord(state, record, now, true);
  const base = [generationOf(record)];
  // The write may still reach storage after this tab has given it up.
  const kept = { ...state, base: base.concat(state.session.generation) };
  const next = exchangeIfDue(kept, state.retry, now);
  return stepTo(next.state, ...retryWrite({ ...state, base }, now, record).effects, ...next.effects);
}

/** A write failed: this tab's session lives in memory, or still has to be removed from storage. */
function afterFailedWrite(state: SessionState): Step {
  if (state.session)
    return state.durability === "durable"
      ? stepTo({ ...state, durability: "memory" }, emitEffect({ type: "persistence-degraded", kind: "none" }))
      : stepTo(state);
  // Storage without a session needs no removal.
  return stepTo(
    state.base?.every((generation) => !generation) ? state : { ...state, durability: "removal-pending" },
  );
}

/**
 * Tries the write again. It succeeds only if storage still holds a generation of the base. Otherwise, another tab has
 * changed the record. After the attempt, storage may hold this tab's generation, so the base includes it.
 */
function retryWrite(state: SessionState, now: number, stored: StoredRecord = {}): Step {
  const { session, base, reason } = state;
  if (state.status === "unknown") return stepTo(state);
  if (!session) {
    const record = { signedOut: reason as SignOutReason | undefined };
    return stepTo({ ...state, base: base?.concat("") }, writeEffect("clear", record, base, base));
  }
  const record = { session, retry: countedRetry(state, stored, now), forced: state.forced };
  return stepTo(
    { ...state, base: base?.concat(session.generation) },
    writeEffect("store", record, base, base),
  );
}

/** A session and its durability, before its phase is known. */
type Held = Omit<SignedIn, "status" | "phase" | "dueAt" | "retry">;

/** Starts an exchange if one is due, and otherwise sets the timer for the next one. */
function exchangeIfDue(held: Held, retry: Retry | undefined, now: number, ...effects: Effect[]): Step {
  // `seenAt` counts only if the storing tab's clock is ahead. Otherwise the lifetime counts from the receipt.
  const seenAt = isClockAhead(held.session, now) ? held.seenAt : undefined;
  const next = { ...held, seenAt, retry };
  const isDue = retry ? isRetryDue(retry, now) : isRefreshDue(tokenLifetimeOf(next), now);
  return isDue ? startExchange(next, ...effects) : restUntilDue(next, ...effects);
}

/** A new session is never exchanged immediately, because with a wrong clock that could loop. */
function restUntilDue({ retry, ...held }: Held & { retry?: Retry | undefined }, ...effects: Effect[]): Step {
  const rested = { ...held, status: "signed-in" } as const;
  return retry
    ? stepTo({ ...rested, phase: "waiting", retry, dueAt: retry.retryAt }, ...effects)
    : stepTo({ ...rested, phase: "fresh", retry, dueAt: refreshTimeOf(tokenLifetimeOf(held)) }, ...effects);
}

function startExchange({ retry, ...held }: Held & { retry?: Retry | undefined }, ...effects: Effect[]): Step {
  const state: SignedIn = { ...held, status: "signed-in", phase: "refreshing", retry, dueAt: undefined };
  const started = emitEffect({ type: "refresh-started", attempt: (retry?.attempt ?? 0) + 1 });
  return stepTo(state, { type: "exchange", held: state }, ...effects, started);
}

type Exchanged = SessionEvent & { type: "exchanged" };

/** The exchange has already written; this step only shows the result. */
function afterExchange(state: SignedIn, { record, isStored }: Exchanged, now: number): Step {
  const { session, retry, signedOut } = record;
  // A storage read during the exchange has not found a forced refresh that the exchange has counted.
  const next: SignedIn = {
    ...state,
    forced: record.forced,
    ...(isStored && { durability: "durable", base: [generationOf(record)] }),
  };
  if (!session) {
    // Another tab may carry out the removal that storage refused here. An empty read is then no sign-out.
    const ended = { ...next, base: next.base?.concat(""), endedAt: next.base ? undefined : now };
    return afterWrite(forgetSession(ended, signedOut), isStored);
  }
  // The session may be new although `retry` is set: a former custody has returned its refresh token and forgotten it,
  // or its tokens arrived after they had expired.
  const kept = {
    ...next,
    retry,
    session: { ...session, user: state.session.user },
    seenAt: hasToken(state, session.idToken) ? state.seenAt : undefined,
  };
  if (retry) {
    const { retryAt, cause: code } = retry;
    return afterWrite(restUntilDue(kept, emitEffect({ type: "refresh-failed", code, retryAt })), isStored);
  }
  const refreshed = emitEffect({ type: "refreshed", expiresAt: session.expiresAt });
  const renewed = { ...kept, isRefused: false };
  // Repeat the lookup of the start, because it failed in the outage too.
  const effects = [...(state.retry ? [LOOK_UP] : []), refreshed];
  // A frozen page may receive its tokens after they have expired.
  const step = isTokenUsable(session, now) ? restUntilDue : startExchange;
  return afterWrite(step(renewed, ...effects), isStored);
}

/** Adds the consequences of a failed write to a step. */
function afterWrite({ state, effects }: Step, isStored: boolean | undefined): Step {
  if (isStored !== false) return { state, effects };
  const failed = afterFailedWrite(state);
  return stepTo(failed.state, ...effects, ...failed.effects);
}

/** After sleep, a frozen page or a clock change, read storage and the clock again. */
function afterWake(state: SessionState, cause: WakeCause, now: number): Step {
  const look: Effect[] = [{ type: "read" }, emitEffect({ type: "woke-up", cause })];
  if (!isIdle(state)) return stepTo(state, ...look);
  return state.retry && (cause === "online" || cause === "try-again")
    ? startExchange(state, ...look)
    : exchangeIfDue(state, state.retry, now, ...look);
}

/** Ends the session in this tab and in storage. A refused token ends only its own session. */
function endSession(
  state: SessionState,
  reason: SignOutReason | undefined,
  isRefused: boolean,
  now: number,
): Step {
  const { base } = state;
  const latestSignIn = isRefused ? state.latestSignIn : undefined;
  const endedAt = base ? undefined : now;
  const ended = { ...state, durability: "durable", base: base?.concat(""), latestSignIn, endedAt } as const;
  const clear = {
    ...writeEffect("clear", { signedOut: reason }, base, isRefused ? base : undefined),
    endedAt,
  };
  return forgetSession(ended, reason, clear);
}
