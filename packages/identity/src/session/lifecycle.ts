import { IdentityError } from "../errors/identity-error.ts";
import { type SignOutReason, signOutReason } from "../errors/sign-out-reason.ts";
import type { LifecycleEvent, WakeCause } from "../events.ts";
import { isSame } from "../lib/is-same.ts";
import type { User } from "../user.ts";
import {
  BACK_OFF,
  type BackOff,
  hasFailedSince,
  isDueAtStart,
  isRetryDue,
  nextForced,
  nextRetry,
  type Retry,
} from "./retry.ts";
import { isAhead, isRefreshDue, isUsable, lifeOf, refreshAt } from "./session.ts";
import type { Effect, SessionEvent, SessionState, SignedIn, Step } from "./state.ts";
import { holds, isIdle, isNewer, isOf } from "./state-facts.ts";
import { generationOf, type StoredRecord } from "./stored-record.ts";

/**
 * The whole life of a session. Pure: no clock, no I/O; the runner carries the effects out, in order, events
 * last, and sets the timer. The README shows it as a table of states and events, and a test holds the two together.
 */
export function transition(state: SessionState, event: SessionEvent, now: number, backOff = BACK_OFF): Step {
  switch (event.type) {
    case "storage-read":
      return readRecord(state, event.record, now);
    case "storage-read-failed":
      // A failed read is never "no user". A session already shown stays.
      return state.status === "unknown"
        ? step(
            { ...state, durability: "unreadable", reason: "storage-unavailable" },
            emit({ type: "storage-unavailable" }),
          )
        : step(state);
    case "storage-write-failed":
      return notStored(state);
    case "storage-moved":
      // This tab was told to keep its session in storage, and does: what was moved away was the other tab's.
      return state.session ? save({ ...state, durability: "memory", base: [""] }) : step(state);
    case "sign-in-started":
      return step({ ...state, attempt: event.generation });
    case "signed-in":
      // A later sign-in or sign-out has overtaken it.
      return state.attempt === event.session.generation
        ? rest(
            {
              durability: "durable",
              base: state.base?.concat(event.session.generation),
              session: event.session,
            },
            ["store", { session: event.session }, state.base],
            LOOK_UP,
            emit({ type: event.type }),
          )
        : step(state);
    case "tokens-replaced": {
      const { session } = event;
      // The answer to a change of account must not bring back a session that has since ended.
      return isOf(state, session.generation, session.user)
        ? rest(
            { ...state, session, seenAt: undefined, isRefused: false, retry: undefined },
            ["store", { session, forced: state.forced }, state.base, [session.generation]],
            emit({ type: event.type }),
          )
        : step(state);
    }
    case "profile-read":
      // An unchanged profile is not worth a write that all tabs would hear of.
      return isOf(state, event.generation, event.user) && !isSame(state.session.user, event.user)
        ? step(withUser(state, event.user), ["store-user", event.generation, event.user])
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
      // While waiting, the caller gets the error with `retryAt`; asking again must not become a storm.
      if (!isIdle(state) || !isRetryDue(state.retry, now)) return step(state);
      if (!isUsable(lifeOf(state), now)) return exchange(state);
      // One forced refresh per step of the back-off; until then the caller gets the token that the last one brought.
      return event.force && isRetryDue(state.forced, now)
        ? exchange(force(state, now, backOff))
        : step(state);
    case "token-refused": {
      const { reason } = event;
      if (!holds(state, event.idToken)) return step(state);
      if (reason === "user-disabled" || state.session.isSecondChance) return end(state, reason, true);
      return isIdle(state) && isRetryDue(state.retry, now)
        ? exchange({ ...force(state, now, backOff), isRefused: true })
        : step(state);
    }
    case "sign-out":
      return event.idToken && !holds(state, event.idToken)
        ? step(state)
        : end(state, event.reason, !!event.idToken);
  }
}

/** The codes of the token endpoint that end a session. Every other failure, of whatever kind, is waited out. */
const REFUSALS: readonly SignOutReason[] = ["user-token-expired", "user-disabled", "invalid-refresh-token"];

/** What an exchange that failed leaves in the record: the reason of the sign-out, or the time of the next attempt. */
export function failedExchange(
  { session, retry, forced }: StoredRecord,
  error: unknown,
  now: number,
  backOff?: BackOff,
): StoredRecord {
  const signedOut = signOutReason(error, ...REFUSALS);
  if (signedOut) return { signedOut };
  const { code = "unknown", retryAt } = error instanceof IdentityError ? error : {};
  return { session, forced, retry: nextRetry(retry, now, code, backOff, retryAt) };
}

function readRecord(state: SessionState, record: StoredRecord, now: number): Step {
  if (record.setAside !== undefined) {
    const said = state.durability === "unreadable" ? [] : [emit({ type: "stored-value-set-aside" })];
    // It may be the session of another version of this code. The user shown here stays.
    return state.session
      ? step({ ...state, durability: "unreadable" }, ...said)
      : step({ status: "signed-out", durability: "unreadable", attempt: state.attempt }, ...said);
  }
  return isNewer(state, record)
    ? save({ ...state, base: [generationOf(record)] })
    : adopt(state, record, now);
}

/** What is stored: a session is shown at once, whatever the network does. `isOver`: no exchange is under way any more. */
function adopt(state: SessionState, record: StoredRecord, now: number, isOver = false): Step {
  const { session, retry, signedOut } = record;
  const { attempt } = state;
  const stored = { durability: "durable", base: [generationOf(record)], attempt } as const;
  if (!session) return forget({ ...state, ...stored }, signedOut);
  const isSameSession = isOf(state, session.generation, session.user);
  const forced = record.forced ?? (isSameSession ? state.forced : undefined);
  const lookUp = isSameSession ? [] : [LOOK_UP];
  if (!holds(state, session.idToken)) {
    const held = { ...stored, forced, session };
    // Another tab has just stored it. One that a page finds as it starts may be of any age.
    if (state.status !== "unknown")
      return enter({ ...held, seenAt: now }, retry, now, ...lookUp, emit({ type: "adopted" }));
    // A page that starts may find the network back long before the retry time.
    return retry && isDueAtStart(retry, now)
      ? exchange({ ...held, retry }, ...lookUp, emit({ type: "restored" }))
      : enter(held, retry, now, ...lookUp, emit({ type: "restored" }));
  }
  const same: SignedIn = { ...state, ...stored, forced };
  // Nothing new about the tokens; there may be about the user or about a failed attempt.
  if (state.phase !== "refreshing" || isOver) return enter({ ...same, session }, retry, now);
  // Another tab tried and failed since this exchange began; ours will see that in its second look.
  return hasFailedSince(state.retry, retry, now)
    ? enter({ ...same, session }, retry, now)
    : step(withUser(same, session.user));
}

/** The exchange is over, and storage holds something else: that is shown, unless storage refused what this tab holds. */
function overtaken(state: SignedIn, record: StoredRecord, now: number): Step {
  if (!isNewer(state, record)) return adopt(state, record, now, true);
  const kept = { ...state, base: [generationOf(record)] };
  const next = enter(kept, state.retry, now);
  return step(next.state, ...save(kept).effects, ...next.effects);
}

/** A write did not get through: what this tab holds lives in memory, or still has to be taken out of storage. */
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

/** Storage is tried again: it must hold what it held, or another tab has changed it. From then on, it may hold this. */
function save(state: SessionState): Step {
  const { session, retry, base, reason } = state;
  if (state.status === "unknown") return step(state);
  if (!session) return step(state, ["clear", { signedOut: reason as SignOutReason | undefined }, base, base]);
  const record = { session, retry, forced: state.forced };
  return step({ ...state, base: base?.concat(session.generation) }, ["store", record, base, base]);
}

/** A session and how it is stored, before its phase is known. */
type Held = Omit<SignedIn, "status" | "phase" | "dueAt" | "retry">;

/** The phase a session is in at this moment. */
function enter(held: Held, retry: Retry | undefined, now: number, ...effects: Effect[]): Step {
  // With a clock that is not behind, the life counts from the moment of receipt.
  const seenAt = isAhead(held.session, now) ? held.seenAt : undefined;
  const next = { ...held, seenAt, retry };
  const isDue = retry ? isRetryDue(retry, now) : isRefreshDue(lifeOf(next), now);
  return isDue ? exchange(next, ...effects) : rest(next, ...effects);
}

/** A session that has just arrived is not exchanged at once, whatever the clock says: that could go round for ever. */
function rest({ retry, ...held }: Held & { retry?: Retry | undefined }, ...effects: Effect[]): Step {
  const rested = { ...held, status: "signed-in" } as const;
  return retry
    ? step({ ...rested, phase: "waiting", retry, dueAt: retry.retryAt }, ...effects)
    : step({ ...rested, phase: "fresh", retry, dueAt: refreshAt(lifeOf(held)) }, ...effects);
}

function exchange({ retry, ...held }: Held & { retry?: Retry | undefined }, ...effects: Effect[]): Step {
  const state: SignedIn = { ...held, status: "signed-in", phase: "refreshing", retry, dueAt: undefined };
  const started = emit({ type: "refresh-started", attempt: (retry?.attempt ?? 0) + 1 });
  return step(state, ["exchange", state], ...effects, started);
}

/** Counts a forced refresh. */
const force = (state: SignedIn, now: number, backOff: BackOff): SignedIn => ({
  ...state,
  forced: nextForced(state.forced, now, backOff),
});

type Exchanged = SessionEvent & { type: "exchanged" };

/** The exchange has written already; what is left is to show it. */
function afterExchange(state: SignedIn, { record, isStored }: Exchanged, now: number): Step {
  const { session, retry, signedOut } = record;
  const next: SignedIn = isStored ? { ...state, durability: "durable", base: [generationOf(record)] } : state;
  if (!session) return withStorage(forget(next, signedOut), isStored);
  if (retry) {
    const { cause: code, retryAt } = retry;
    return withStorage(rest({ ...next, retry }, emit({ type: "refresh-failed", code, retryAt })), isStored);
  }
  const refreshed = emit({ type: "refreshed", expiresAt: session.expiresAt });
  const shown = {
    ...next,
    session: { ...session, user: state.session.user },
    seenAt: undefined,
    isRefused: false,
    retry: undefined,
  };
  // After an outage the background lookup of the start has failed as well; now it can be made good.
  const effects = [...(state.retry ? [LOOK_UP] : []), refreshed];
  // A page that was frozen in between may hear of its tokens after they have expired.
  const isGood = isUsable(session, now);
  return withStorage(isGood ? rest(shown, ...effects) : exchange(shown, ...effects), isStored);
}

/** The same step, where storage did not take its result. */
function withStorage({ state, effects }: Step, isStored: boolean | undefined): Step {
  if (isStored !== false) return { state, effects };
  const failed = notStored(state);
  return step(failed.state, ...effects, ...failed.effects);
}

/** After sleep, a frozen page or a moved clock nothing is certain: look at storage and at the clock again. */
function wake(state: SessionState, cause: WakeCause, now: number): Step {
  const look: Effect[] = [["read"], emit({ type: "woke-up", cause })];
  if (!isIdle(state)) return step(state, ...look);
  return state.retry && (cause === "online" || cause === "try-again")
    ? exchange(state, ...look)
    : enter(state, state.retry, now, ...look);
}

/**
 * Ends the session here and in storage. A refused token ends only the session that it belongs to; whatever another tab
 * has stored since stays.
 */
function end(state: SessionState, reason: SignOutReason | undefined, isRefused: boolean): Step {
  const { base } = state;
  const attempt = isRefused ? state.attempt : undefined;
  const clear: Effect = ["clear", { signedOut: reason }, base, isRefused ? base : undefined];
  return forget({ ...state, durability: "durable", base: base?.concat(""), attempt }, reason, clear);
}

const forget = (
  { session, durability, base, attempt }: SessionState,
  reason: SignOutReason | undefined,
  ...effects: Effect[]
): Step =>
  step(
    { status: "signed-out", reason, durability, base, attempt },
    ...effects,
    ...(session ? [emit({ type: "signed-out", reason })] : []),
  );

const withUser = (state: SignedIn, user: User): SignedIn => ({
  ...state,
  session: { ...state.session, user },
});
const LOOK_UP: Effect = ["look-up"];
const emit = (event: LifecycleEvent): Effect => ["emit", event];
const step = (state: SessionState, ...effects: Effect[]): Step => ({ state, effects });
