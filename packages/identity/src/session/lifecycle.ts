import type { SignOutReason } from "../errors/identity-error.ts";
import type { WakeCause } from "../events.ts";
import { isSame } from "../lib/data.ts";
import type { User } from "../user.ts";
import {
  BACK_OFF,
  type BackOff,
  hasFailedSince,
  isDueAtStart,
  isRetryDue,
  nextForced,
  type Retry,
} from "./retry.ts";
import { generationOf, type StoredRecord } from "./session.ts";
import {
  baseSince,
  type Effect,
  emit,
  holds,
  isIdle,
  isNewer,
  isOf,
  LOOK_UP,
  type SessionEvent,
  type SessionState,
  type SignedIn,
  type Step,
  step,
  write,
} from "./state.ts";
import { isAhead, isRefreshDue, isUsable, lifeOf, refreshAt } from "./tokens.ts";

/**
 * The whole lifecycle of a session. Pure: no clock, no I/O. The runner carries the effects out in order, with events
 * last, and sets the timer. The README shows it as a table of states and events, and a test compares the two.
 */
export function transition(state: SessionState, event: SessionEvent, now: number, backOff = BACK_OFF): Step {
  switch (event.type) {
    case "storage-read":
      return event.isPending
        ? step({ ...state, base: baseSince(state, event.record) })
        : readRecord(state, event.record, now);
    case "storage-read-failed":
      // A failed read is never "no user". The shown session stays.
      return state.status === "unknown"
        ? step(
            { ...state, durability: "unreadable", reason: "storage-unavailable" },
            emit({ type: "storage-unavailable" }),
          )
        : step(state);
    case "storage-write-failed":
      return notStored(state);
    case "storage-moved":
      // This tab was configured to keep its session in storage and does so. Only the other tab moved its session.
      return state.session ? save({ ...state, durability: "memory", base: [""] }) : step(state);
    case "sign-in-started":
      return step({ ...state, latestSignIn: event.generation });
    case "signed-in":
      // Ignored if a later sign-in or sign-out has replaced this attempt.
      return state.latestSignIn === event.session.generation
        ? rest(
            {
              durability: "durable",
              base: state.base?.concat(event.session.generation),
              session: event.session,
            },
            write("store", { session: event.session }, state.base),
            LOOK_UP,
            emit({ type: event.type }),
          )
        : step(state);
    case "tokens-replaced": {
      const { session } = event;
      // The response to an account change must not restore a session that has ended meanwhile.
      return isOf(state, session.generation, session.user)
        ? rest(
            { ...state, session, seenAt: undefined, isRefused: false, retry: undefined },
            write("store", { session, forced: state.forced }, state.base, [session.generation]),
            emit({ type: event.type }),
          )
        : step(state);
    }
    case "profile-read":
      // Skip the write for an unchanged profile, because it would notify all tabs.
      return isOf(state, event.generation, event.user) && !isSame(state.session.user, event.user)
        ? step(withUser(state, event.user), { ...event, type: "store-user" })
        : step(state);
    case "refresh-due":
      return isIdle(state) ? exchange(state) : step(state);
    case "exchanged":
      return holds(state, event.idToken) ? afterExchange(state, event, now) : step(state);
    case "exchange-overtaken":
      return holds(state, event.idToken) ? overtaken(state, event.record, now) : step(state);
    case "woke-up":
      return wake(state, event.cause, now);
    case "token-asked":
      // While waiting, the caller gets the error with `retryAt`; repeated calls must not cause repeated exchanges.
      if (!isIdle(state) || !isRetryDue(state.retry, now)) return step(state);
      if (!isUsable(lifeOf(state), now)) return exchange(state);
      // One forced refresh per step of the back-off. Until the next step, the caller gets the current token.
      return event.force && isRetryDue(state.forced, now)
        ? exchange(force(state, now, backOff))
        : step(state);
    case "token-refused": {
      const { reason } = event;
      if (!holds(state, event.idToken)) return step(state);
      if (reason === "user-disabled" || state.session.isSecondChance) return end(state, reason, true, now);
      return isIdle(state) && isRetryDue(state.retry, now)
        ? exchange({ ...force(state, now, backOff), isRefused: true })
        : step(state);
    }
    case "sign-out":
      return event.idToken && !holds(state, event.idToken)
        ? step(state)
        : end(state, event.reason, !!event.idToken, now);
  }
}

function readRecord(state: SessionState, record: StoredRecord, now: number): Step {
  if (record.setAside !== undefined) {
    const said = state.durability === "unreadable" ? [] : [emit({ type: "stored-value-set-aside" })];
    // The value may be a session of another version of this code. The shown user stays.
    return state.session
      ? step({ ...state, durability: "unreadable" }, ...said)
      : step({ status: "signed-out", durability: "unreadable", latestSignIn: state.latestSignIn }, ...said);
  }
  return isNewer(state, record, now)
    ? save({ ...state, base: [generationOf(record)] })
    : adopt(state, record, now);
}

/** Shows the stored session immediately, without the network. `isOver`: no exchange is running any more. */
function adopt(state: SessionState, record: StoredRecord, now: number, isOver = false): Step {
  const { session, retry, signedOut } = record;
  const base = [generationOf(record)];
  // Complete the sign-out of a page that closed before storage had it.
  if (record.isSignOutNoted) return end({ ...state, base }, undefined, true, now);
  const stored = { durability: "durable", base, latestSignIn: state.latestSignIn } as const;
  if (!session) return forget({ ...state, ...stored }, signedOut);
  const isSameSession = isOf(state, session.generation, session.user);
  const forced = record.forced ?? (isSameSession ? state.forced : undefined);
  const lookUp = isSameSession ? [] : [LOOK_UP];
  if (!holds(state, session.idToken)) {
    const held = { ...stored, forced, session };
    // Another tab has just stored this session, so its lifetime may count from now. A session found at the start may
    // be of any age.
    if (state.status !== "unknown")
      return enter({ ...held, seenAt: now }, retry, now, ...lookUp, emit({ type: "adopted" }));
    // A starting page may exchange before the retry time, because the network may be back already.
    return retry && isDueAtStart(retry, now)
      ? exchange({ ...held, retry }, ...lookUp, emit({ type: "restored" }))
      : enter(held, retry, now, ...lookUp, emit({ type: "restored" }));
  }
  const same: SignedIn = { ...state, ...stored, forced };
  // The tokens are unchanged; the profile or a failed attempt may be new.
  if (state.phase !== "refreshing" || isOver) return enter({ ...same, session }, retry, now);
  // Another tab's exchange has failed meanwhile. The second read, inside the lock, will find that.
  return hasFailedSince(state.retry, retry, now)
    ? enter({ ...same, session }, retry, now)
    : step(withUser(same, session.user));
}

/** The exchange is over and storage holds another record: shows it, unless storage refused this tab's session. */
function overtaken(state: SignedIn, record: StoredRecord, now: number): Step {
  if (!isNewer(state, record)) return adopt(state, record, now, true);
  const kept = { ...state, base: [generationOf(record)] };
  const next = enter(kept, state.retry, now);
  return step(next.state, ...save(kept).effects, ...next.effects);
}

/** A write failed: this tab's session lives in memory, or still has to be removed from storage. */
function notStored(state: SessionState): Step {
  if (state.session)
    return state.durability === "durable"
      ? step({ ...state, durability: "memory" }, emit({ type: "persistence-degraded", kind: "none" }))
      : step(state);
  // Storage without a session needs no removal.
  return step(
    state.base?.every((generation) => !generation) ? state : { ...state, durability: "removal-pending" },
  );
}

/**
 * Tries storage again. The write succeeds only if storage still holds the base. Otherwise, another tab has changed it.
 * From then on, storage may hold this generation.
 */
function save(state: SessionState): Step {
  const { session, retry, base, reason } = state;
  if (state.status === "unknown") return step(state);
  if (!session) {
    const record = { signedOut: reason as SignOutReason | undefined };
    return step({ ...state, base: base?.concat("") }, write("clear", record, base, base));
  }
  const record = { session, retry, forced: state.forced };
  return step({ ...state, base: base?.concat(session.generation) }, write("store", record, base, base));
}

/** A session and its durability, before its phase is known. */
type Held = Omit<SignedIn, "status" | "phase" | "dueAt" | "retry">;

/** Starts an exchange if one is due, and otherwise rests with a timer. */
function enter(held: Held, retry: Retry | undefined, now: number, ...effects: Effect[]): Step {
  // `seenAt` counts only if the storing tab's clock is ahead. Otherwise the lifetime counts from the receipt.
  const seenAt = isAhead(held.session, now) ? held.seenAt : undefined;
  const next = { ...held, seenAt, retry };
  const isDue = retry ? isRetryDue(retry, now) : isRefreshDue(lifeOf(next), now);
  return isDue ? exchange(next, ...effects) : rest(next, ...effects);
}

/** A new session is never exchanged immediately, because with a wrong clock that could loop. */
function rest({ retry, ...held }: Held & { retry?: Retry | undefined }, ...effects: Effect[]): Step {
  const rested = { ...held, status: "signed-in" } as const;
  return retry
    ? step({ ...rested, phase: "waiting", retry, dueAt: retry.retryAt }, ...effects)
    : step({ ...rested, phase: "fresh", retry, dueAt: refreshAt(lifeOf(held)) }, ...effects);
}

function exchange({ retry, ...held }: Held & { retry?: Retry | undefined }, ...effects: Effect[]): Step {
  const state: SignedIn = { ...held, status: "signed-in", phase: "refreshing", retry, dueAt: undefined };
  const started = emit({ type: "refresh-started", attempt: (retry?.attempt ?? 0) + 1 });
  return step(state, { type: "exchange", held: state }, ...effects, started);
}

/** Counts a forced refresh. */
const force = (state: SignedIn, now: number, backOff: BackOff): SignedIn => ({
  ...state,
  forced: nextForced(state.forced, now, backOff),
});

type Exchanged = SessionEvent & { type: "exchanged" };

/** The exchange has already written; this step only shows the result. */
function afterExchange(state: SignedIn, { record, isStored }: Exchanged, now: number): Step {
  const { session, retry, signedOut } = record;
  const next: SignedIn = isStored ? { ...state, durability: "durable", base: [generationOf(record)] } : state;
  if (!session)
    return withStorage(forget({ ...next, endedAt: next.base ? undefined : now }, signedOut), isStored);
  if (retry) {
    const { cause: code, retryAt } = retry;
    // The attempt may have fetched the refresh token from a former custody, which has forgotten it.
    const { refreshToken, handle } = session;
    const kept = { ...next, session: { ...state.session, refreshToken, handle }, retry };
    return withStorage(rest(kept, emit({ type: "refresh-failed", code, retryAt })), isStored);
  }
  const refreshed = emit({ type: "refreshed", expiresAt: session.expiresAt });
  const shown = {
    ...next,
    session: { ...session, user: state.session.user },
    seenAt: undefined,
    isRefused: false,
    retry: undefined,
  };
  // Repeat the lookup of the start, because it failed in the outage too.
  const effects = [...(state.retry ? [LOOK_UP] : []), refreshed];
  // A frozen page may receive its tokens after they have expired.
  const isGood = isUsable(session, now);
  return withStorage(isGood ? rest(shown, ...effects) : exchange(shown, ...effects), isStored);
}

/** Adds the consequences of a failed write to a step. */
function withStorage({ state, effects }: Step, isStored: boolean | undefined): Step {
  if (isStored !== false) return { state, effects };
  const failed = notStored(state);
  return step(failed.state, ...effects, ...failed.effects);
}

/** After sleep, a frozen page or a clock change, read storage and the clock again. */
function wake(state: SessionState, cause: WakeCause, now: number): Step {
  const look: Effect[] = [{ type: "read" }, emit({ type: "woke-up", cause })];
  if (!isIdle(state)) return step(state, ...look);
  return state.retry && (cause === "online" || cause === "try-again")
    ? exchange(state, ...look)
    : enter(state, state.retry, now, ...look);
}

/** Ends the session in this tab and in storage. A refused token ends only its own session. */
function end(state: SessionState, reason: SignOutReason | undefined, isRefused: boolean, now: number): Step {
  const { base } = state;
  const latestSignIn = isRefused ? state.latestSignIn : undefined;
  const endedAt = base ? undefined : now;
  const clear = { ...write("clear", { signedOut: reason }, base, isRefused ? base : undefined), endedAt };
  const ended = { ...state, durability: "durable", base: base?.concat(""), latestSignIn, endedAt } as const;
  return forget(ended, reason, clear);
}

const forget = (
  { session, durability, base, latestSignIn, endedAt }: SessionState,
  reason: SignOutReason | undefined,
  ...effects: Effect[]
): Step =>
  step(
    { status: "signed-out", reason, durability, base, latestSignIn, endedAt },
    ...effects,
    ...(session ? [emit({ type: "signed-out", reason })] : []),
  );

const withUser = (state: SignedIn, user: User): SignedIn => ({
  ...state,
  session: { ...state.session, user },
});
