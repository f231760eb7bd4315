import type { LifecycleEvent, WakeCause } from "../events.ts";
import type { User } from "../user.ts";
import { isRetryDue, type Retry } from "./retry.ts";
import { isRefreshDue, isUsable, refreshAt, type Session } from "./session.ts";
import type { SignOutReason, StoredRecord } from "./stored-record.ts";

/** What the session's token is doing. */
export type TokenPhase =
  | { name: "fresh"; refreshAt: number }
  /** `after` is the failure this exchange follows: until it succeeds, the UI keeps saying "reconnecting". */
  | { name: "refreshing"; since: number; after?: Retry | undefined }
  | { name: "waiting"; retry: Retry };

export type SessionState =
  | { status: "unknown"; reason?: "storage-unavailable" }
  | { status: "signed-out"; reason?: SignOutReason | undefined }
  | { status: "signed-in"; session: Session; token: TokenPhase };

export type SessionEvent =
  | { type: "storage-read"; record: StoredRecord }
  | { type: "storage-failed" }
  | { type: "signed-in"; session: Session }
  | { type: "tokens-replaced"; session: Session }
  | { type: "profile-read"; user: User }
  | { type: "refresh-due" }
  | { type: "refresh-answered"; seen: string; session: Session }
  | { type: "refresh-failed"; seen: string; retry: Retry }
  | { type: "refresh-refused"; seen: string; reason: SignOutReason }
  | { type: "token-refused"; seen: string; reason: SignOutReason }
  | { type: "other-tab-wrote"; record: StoredRecord }
  | { type: "woke-up"; cause: WakeCause }
  | { type: "token-asked"; force: boolean }
  | { type: "sign-out-asked"; reason?: SignOutReason };

export type Effect =
  | { type: "arm"; at: number }
  | { type: "disarm" }
  | { type: "exchange"; session: Session; after: Retry | undefined }
  | { type: "read-storage" }
  | { type: "store-session"; session: Session }
  | { type: "store-user"; user: User }
  | { type: "clear-storage"; reason: SignOutReason | undefined }
  | { type: "tell-tabs"; message: "changed" | "signed-out" }
  | { type: "look-up" }
  | { type: "notify" }
  | { type: "emit"; event: LifecycleEvent };

export type Step = { state: SessionState; effects: Effect[] };

type SignedIn = Extract<SessionState, { status: "signed-in" }>;

/**
 * The whole life of a session. Pure: no clock, no I/O; the runner carries the effects out, in order.
 * The README shows it as a table of states and events, and a test holds the two together.
 */
export function transition(state: SessionState, event: SessionEvent, now: number): Step {
  switch (event.type) {
    case "storage-read":
    case "other-tab-wrote":
      return event.record.session
        ? adopt(state, event.record.session, event.record.retry, now)
        : forget(state, event.record.signedOut, "elsewhere");
    case "storage-failed":
      // A failed read is never "no user". A session already shown stays.
      if (state.status !== "unknown") return stay(state);
      return to({ status: "unknown", reason: "storage-unavailable" }, emit({ type: "storage-unavailable" }));
    case "signed-in":
      return begin(event.session, "signed-in");
    case "tokens-replaced":
      // The answer to a change of account must not bring back a user who has since left.
      if (!isOf(state, event.session.user.uid)) return stay(state);
      return begin(event.session, "tokens-replaced");
    case "profile-read":
      if (!isOf(state, event.user.uid)) return stay(state);
      return to(withUser(state, event.user), { type: "store-user", user: event.user }, tell("changed"));
    case "refresh-due":
      return onRefreshDue(state, now);
    case "refresh-answered":
      // The exchange has written already; whoever holds what, the other tabs have something to read.
      if (!holds(state, event.seen)) return stay(state, tell("changed"));
      return settle(state, event.session);
    case "refresh-failed":
      if (!holds(state, event.seen)) return stay(state, tell("changed"));
      return wait(state, event.retry);
    case "refresh-refused":
      if (!holds(state, event.seen)) return stay(state, tell("changed"));
      return forget(state, event.reason, event.reason, tell("signed-out"));
    case "token-refused":
      if (!holds(state, event.seen)) return stay(state);
      return forget(state, event.reason, event.reason, clear(event.reason), tell("signed-out"));
    case "woke-up":
      return wake(state, event.cause, now);
    case "token-asked":
      return onTokenAsked(state, event.force, now);
    case "sign-out-asked":
      return forget(
        state,
        event.reason,
        event.reason ?? "requested",
        clear(event.reason),
        tell("signed-out"),
      );
  }
}

/** A stored session: shown at once, whatever the network does. */
function adopt(state: SessionState, session: Session, retry: Retry | undefined, now: number): Step {
  if (holds(state, session.idToken)) return review(withUser(state, session.user), retry, now);
  const said: LifecycleEvent = state.status === "unknown" ? { type: "restored" } : { type: "adopted" };
  const lookUp: Effect[] = isOf(state, session.user.uid) ? [] : [{ type: "look-up" }];
  const step = enter(session, retry, now);
  return and(step, ...lookUp, emit(said), notify);
}

/** Storage says nothing new about the tokens; it may about the user or about a failed attempt. */
function review(state: SignedIn, retry: Retry | undefined, now: number): Step {
  const { token } = state;
  switch (token.name) {
    case "fresh":
    case "waiting":
      return and(enter(state.session, retry, now), notify);
    case "refreshing":
      // Another tab tried and failed since this exchange began; ours will see that in its second look.
      if (retry && !isRetryDue(retry, now) && retry.retryAt !== token.after?.retryAt) {
        return to({ ...state, token: { name: "waiting", retry } }, { type: "arm", at: retry.retryAt });
      }
      return to(state);
  }
}

/** The phase a session is in at this moment, with the one timer set for what comes next. */
function enter(session: Session, retry: Retry | undefined, now: number): Step {
  if (retry && !isRetryDue(retry, now)) {
    return stay(signedIn(session, { name: "waiting", retry }), { type: "arm", at: retry.retryAt });
  }
  if (retry || isRefreshDue(session, now)) return exchange(session, retry, now);
  const at = refreshAt(session);
  return stay(signedIn(session, { name: "fresh", refreshAt: at }), { type: "arm", at });
}

function onRefreshDue(state: SessionState, now: number): Step {
  switch (state.status) {
    case "unknown":
    case "signed-out":
      return stay(state);
    case "signed-in":
      return state.token.name === "refreshing" ? stay(state) : exchange(state.session, retryOf(state), now);
  }
}

function onTokenAsked(state: SessionState, force: boolean, now: number): Step {
  if (state.status !== "signed-in" || (!force && isUsable(state.session, now))) return stay(state);
  switch (state.token.name) {
    case "fresh":
      return exchange(state.session, undefined, now);
    case "waiting":
      // The caller gets the error with `retryAt`; asking again must not become a storm.
      return isRetryDue(state.token.retry, now)
        ? exchange(state.session, state.token.retry, now)
        : stay(state);
    case "refreshing":
      return stay(state);
  }
}

/** After sleep, a frozen page or a moved clock nothing is certain: look at storage and at the clock again. */
function wake(state: SessionState, cause: WakeCause, now: number): Step {
  const look: Effect[] = [{ type: "read-storage" }, emit({ type: "woke-up", cause })];
  if (state.status !== "signed-in" || state.token.name === "refreshing") return stay(state, ...look);
  const { session, token } = state;
  const attempt = token.name === "waiting" && (cause === "online" || cause === "try-again");
  return and(attempt ? exchange(session, token.retry, now) : enter(session, retryOf(state), now), ...look);
}

function exchange(session: Session, after: Retry | undefined, now: number): Step {
  const started = emit({ type: "refresh-started", attempt: (after?.attempt ?? 0) + 1 });
  const state = signedIn(session, { name: "refreshing", since: now, after });
  return stay(state, { type: "disarm" }, { type: "exchange", session, after }, started);
}

/** A new session of this tab's own making: the tokens have just been received, so they are fresh. */
function begin(session: Session, type: "signed-in" | "tokens-replaced"): Step {
  const at = refreshAt(session);
  // Whoever replaces tokens has just changed the account, and reads it back by themselves.
  const lookUp: Effect[] = type === "signed-in" ? [{ type: "look-up" }] : [];
  const stored: Effect[] = [{ type: "arm", at }, { type: "store-session", session }, tell("changed")];
  return to(signedIn(session, { name: "fresh", refreshAt: at }), ...stored, ...lookUp, emit({ type }));
}

function settle(state: SignedIn, session: Session): Step {
  const at = refreshAt(session);
  // After an outage the background lookup of the start has failed as well; now it can be made good.
  const lookUp: Effect[] = retryOf(state) ? [{ type: "look-up" }] : [];
  const refreshed = emit({ type: "refreshed", expiresAt: session.expiresAt });
  const fresh = signedIn(session, { name: "fresh", refreshAt: at });
  return to(fresh, { type: "arm", at }, tell("changed"), ...lookUp, refreshed);
}

function wait(state: SignedIn, retry: Retry): Step {
  const failed = emit({ type: "refresh-failed", code: retry.cause, retryAt: retry.retryAt });
  const waiting = signedIn(state.session, { name: "waiting", retry });
  return to(waiting, { type: "arm", at: retry.retryAt }, tell("changed"), failed);
}

function forget(
  state: SessionState,
  reason: SignOutReason | undefined,
  said: SignOutReason | "requested" | "elsewhere",
  ...effects: Effect[]
): Step {
  const left: Effect[] =
    state.status === "signed-in" ? [emit({ type: "signed-out", reason: reason ?? said })] : [];
  return to({ status: "signed-out", reason }, { type: "disarm" }, ...effects, ...left);
}

const signedIn = (session: Session, token: TokenPhase): SignedIn => ({ status: "signed-in", session, token });
const withUser = (state: SignedIn, user: User): SignedIn => ({
  ...state,
  session: { ...state.session, user },
});
const isOf = (state: SessionState, uid: string): state is SignedIn =>
  state.status === "signed-in" && state.session.user.uid === uid;
const holds = (state: SessionState, idToken: string): state is SignedIn =>
  state.status === "signed-in" && state.session.idToken === idToken;

/** The failure a session is recovering from, if it is. */
export function retryOf({ token }: SignedIn): Retry | undefined {
  switch (token.name) {
    case "fresh":
      return undefined;
    case "refreshing":
      return token.after;
    case "waiting":
      return token.retry;
  }
}

const notify: Effect = { type: "notify" };
const emit = (event: LifecycleEvent): Effect => ({ type: "emit", event });
const tell = (message: "changed" | "signed-out"): Effect => ({ type: "tell-tabs", message });
const clear = (reason: SignOutReason | undefined): Effect => ({ type: "clear-storage", reason });
const stay = (state: SessionState, ...effects: Effect[]): Step => ({ state, effects });
const to = (state: SessionState, ...effects: Effect[]): Step => stay(state, ...effects, notify);
const and = (step: Step, ...more: Effect[]): Step => stay(step.state, ...step.effects, ...more);
