import type { SignOutReason } from "../errors/sign-out-reason.ts";
import type { LifecycleEvent, WakeCause } from "../events.ts";
import { isSame } from "../lib/is-same.ts";
import type { User } from "../user.ts";
import { hasFailedSince, isRetryDue, type Retry } from "./retry.ts";
import { isRefreshDue, isUsable, refreshAt, type Session } from "./session.ts";
import type { StoredRecord } from "./stored-record.ts";

type SignedIn = {
  status: "signed-in";
  session: Session;
  reason?: undefined;
} & TokenPhase;

/**
 * What the session's token is doing. `retry` is the failure it is recovering from: until an exchange succeeds, the
 * UI says "reconnecting". `dueAt` is what the one timer is set to.
 */
type TokenPhase =
  | { phase: "fresh"; dueAt: number; retry?: undefined }
  | { phase: "refreshing"; dueAt?: undefined; retry: Retry | undefined }
  | { phase: "waiting"; dueAt: number; retry: Retry };

type Nobody = { session?: undefined; phase?: undefined; retry?: undefined; dueAt?: undefined };

export type SessionState =
  | ({ status: "unknown"; reason?: "storage-unavailable" } & Nobody)
  | ({ status: "signed-out"; reason?: SignOutReason | undefined } & Nobody)
  | SignedIn;

export type SessionEvent =
  /** Storage as it is: at the start, after waking, when this tab or another wrote. No record: it could not be read. */
  | { type: "storage-read"; record: StoredRecord | undefined }
  | { type: "signed-in"; session: Session }
  | { type: "tokens-replaced"; session: Session }
  | { type: "profile-read"; user: User }
  | { type: "refresh-due" }
  /** What the exchange of the token `seen` came to, as it is stored: a session, one with a retry, or none. */
  | { type: "exchanged"; seen: string; record: StoredRecord }
  | { type: "woke-up"; cause: WakeCause }
  | { type: "token-asked"; force: boolean }
  /** With `seen`: a call that carried that token was refused for good; whoever has another one stays. */
  | { type: "sign-out"; reason?: SignOutReason | undefined; seen?: string | undefined };

/** What the runner does, by name, with what follows the name. */
export type Effect =
  | ["exchange", session: Session, after: Retry | undefined]
  | ["read"]
  /** Writes the record, which tells the other tabs. With `over`: only where that user's session is stored. */
  | ["store", record: StoredRecord, over?: string | undefined]
  | ["store-user", user: User]
  | ["look-up"]
  | ["emit", event: LifecycleEvent];

export type Step = { state: SessionState; effects: Effect[] };

/**
 * The whole life of a session. Pure: no clock, no I/O; the runner carries the effects out, in order, events
 * last, and sets the timer. The README shows it as a table of states and events, and a test holds the two together.
 */
export function transition(state: SessionState, event: SessionEvent, now: number): Step {
  switch (event.type) {
    case "storage-read":
      if (event.record) return adopt(state, event.record, now);
      // A failed read is never "no user". A session already shown stays.
      return state.status === "unknown"
        ? step({ status: "unknown", reason: "storage-unavailable" }, emit({ type: "storage-unavailable" }))
        : step(state);
    case "signed-in":
      return rest(
        event.session,
        undefined,
        ["store", { session: event.session }],
        LOOK_UP,
        emit({ type: event.type }),
      );
    case "tokens-replaced": {
      const { session } = event;
      // The answer to a change of account must not bring back a user who has since left.
      return isOf(state, session.user)
        ? rest(session, undefined, ["store", { session }, session.user.uid], emit({ type: event.type }))
        : step(state);
    }
    case "profile-read":
      // What is known already is not worth a write that all tabs would hear of.
      return isOf(state, event.user) && !isSame(state.session.user, event.user)
        ? step(withUser(state, event.user), ["store-user", event.user])
        : step(state);
    case "refresh-due":
      return isIdle(state) ? exchange(state.session, state.retry) : step(state);
    case "exchanged":
      return holds(state, event.seen) ? afterExchange(state, event.record) : step(state);
    case "woke-up":
      return wake(state, event.cause, now);
    case "token-asked":
      // While waiting, the caller gets the error with `retryAt`; asking again must not become a storm.
      return isIdle(state) && (event.force || !isUsable(state.session, now)) && isRetryDue(state.retry, now)
        ? exchange(state.session, state.retry)
        : step(state);
    case "sign-out": {
      const { reason, seen } = event;
      if (seen && !holds(state, seen)) return step(state);
      return forget(state, reason, ["store", { signedOut: reason }, seen && state.session?.user.uid]);
    }
  }
}

/** What is stored: a session is shown at once, whatever the network does. */
function adopt(state: SessionState, { session, retry, signedOut }: StoredRecord, now: number): Step {
  if (!session) return forget(state, signedOut);
  if (!holds(state, session.idToken)) {
    const said = emit({ type: state.status === "unknown" ? "restored" : "adopted" });
    return enter(session, retry, now, ...(isOf(state, session.user) ? [said] : [LOOK_UP, said]));
  }
  // Nothing new about the tokens; there may be about the user or about a failed attempt.
  if (state.phase !== "refreshing") return enter(session, retry, now);
  // Another tab tried and failed since this exchange began; ours will see that in its second look.
  return hasFailedSince(state.retry, retry, now)
    ? enter(session, retry, now)
    : step(withUser(state, session.user));
}

/** The phase a session is in at this moment. */
function enter(session: Session, retry: Retry | undefined, now: number, ...effects: Effect[]): Step {
  const isDue = retry ? isRetryDue(retry, now) : isRefreshDue(session, now);
  return (isDue ? exchange : rest)(session, retry, ...effects);
}

/** What has just arrived is not exchanged at once, whatever the clock says: that could go round for ever. */
const rest = (session: Session, retry: Retry | undefined, ...effects: Effect[]): Step =>
  step(
    {
      status: "signed-in",
      session,
      ...(retry
        ? { phase: "waiting", dueAt: retry.retryAt, retry }
        : { phase: "fresh", dueAt: refreshAt(session) }),
    },
    ...effects,
  );

const exchange = (session: Session, retry: Retry | undefined, ...effects: Effect[]): Step =>
  step(
    { status: "signed-in", session, phase: "refreshing", retry },
    ["exchange", session, retry],
    ...effects,
    emit({ type: "refresh-started", attempt: (retry?.attempt ?? 0) + 1 }),
  );

/** The exchange has written already; what is left is to show it. */
function afterExchange(state: SignedIn, { session, retry, signedOut }: StoredRecord): Step {
  if (!session) return forget(state, signedOut);
  if (retry) {
    const { cause: code, retryAt } = retry;
    return rest(state.session, retry, emit({ type: "refresh-failed", code, retryAt }));
  }
  const refreshed = emit({ type: "refreshed", expiresAt: session.expiresAt });
  // After an outage the background lookup of the start has failed as well; now it can be made good.
  return rest(session, undefined, ...(state.retry ? [LOOK_UP] : []), refreshed);
}

/** After sleep, a frozen page or a moved clock nothing is certain: look at storage and at the clock again. */
function wake(state: SessionState, cause: WakeCause, now: number): Step {
  const look: Effect[] = [["read"], emit({ type: "woke-up", cause })];
  if (!isIdle(state)) return step(state, ...look);
  const { session, retry } = state;
  return retry && (cause === "online" || cause === "try-again")
    ? exchange(session, retry, ...look)
    : enter(session, retry, now, ...look);
}

const forget = (state: SessionState, reason: SignOutReason | undefined, ...effects: Effect[]): Step =>
  step(
    { status: "signed-out", reason },
    ...effects,
    ...(state.session ? [emit({ type: "signed-out", reason })] : []),
  );

const withUser = (state: SignedIn, user: User): SignedIn => ({
  ...state,
  session: { ...state.session, user },
});
const isOf = (state: SessionState, { uid }: User): state is SignedIn => state.session?.user.uid === uid;
const holds = (state: SessionState, idToken: string): state is SignedIn => state.session?.idToken === idToken;
const isIdle = (state: SessionState): state is SignedIn => !!state.session && state.phase !== "refreshing";

const LOOK_UP: Effect = ["look-up"];
const emit = (event: LifecycleEvent): Effect => ["emit", event];
const step = (state: SessionState, ...effects: Effect[]): Step => ({ state, effects });
