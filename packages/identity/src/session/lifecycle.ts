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
  /** Storage as it is: at the start, after waking, when another tab wrote or signed out. */
  | { type: "storage-read"; record: StoredRecord }
  | { type: "storage-failed" }
  | { type: "signed-in"; session: Session }
  | { type: "tokens-replaced"; session: Session }
  | { type: "profile-read"; user: User }
  | { type: "refresh-due" }
  | { type: "refresh-answered"; seen: string; session: Session }
  | { type: "refresh-failed"; seen: string; retry: Retry }
  | { type: "refresh-refused"; seen: string; reason: SignOutReason }
  /** A call that carried the session's ID token was refused for good. */
  | { type: "token-refused"; seen: string; reason: SignOutReason }
  | { type: "woke-up"; cause: WakeCause }
  | { type: "token-asked"; force: boolean }
  | { type: "sign-out-asked"; reason?: SignOutReason };

export type Effect =
  | { type: "arm"; at: number }
  | { type: "disarm" }
  | { type: "exchange"; session: Session; after: Retry | undefined }
  | { type: "read-storage" }
  /** With `over`: only where that user's session is stored, because nobody asked for anybody else's. */
  | { type: "store-session"; session: Session; over?: string }
  | { type: "store-user"; user: User }
  | { type: "clear-storage"; reason: SignOutReason | undefined; over?: string }
  | { type: "tell-tabs"; message: "changed" | "signed-out" }
  | { type: "look-up" }
  | { type: "emit"; event: LifecycleEvent };

export type Step = { state: SessionState; effects: Effect[] };

type SignedIn = Extract<SessionState, { status: "signed-in" }>;
type ExchangeEvent = Extract<
  SessionEvent,
  { type: "refresh-answered" | "refresh-failed" | "refresh-refused" }
>;

/**
 * The whole life of a session. Pure: no clock, no I/O; the runner carries the effects out, in order.
 * Listeners are told after each step. The README shows it as a table of states and events, and a test holds the two together.
 */
export function transition(state: SessionState, event: SessionEvent, now: number): Step {
  switch (event.type) {
    case "storage-read": {
      const { session, retry, signedOut } = event.record;
      return session ? adopt(state, session, retry, now) : forget(state, signedOut);
    }
    case "storage-failed":
      // A failed read is never "no user". A session already shown stays.
      if (state.status !== "unknown") return stay(state);
      return stay(
        { status: "unknown", reason: "storage-unavailable" },
        emit({ type: "storage-unavailable" }),
      );
    case "signed-in":
      return and(begin({ session: event.session }), LOOK_UP, emit({ type: event.type }));
    case "tokens-replaced":
      // The answer to a change of account must not bring back a user who has since left.
      if (!isOf(state, event.session.user)) return stay(state);
      return and(begin({ session: event.session, over: event.session.user.uid }), emit({ type: event.type }));
    case "profile-read":
      if (!isOf(state, event.user)) return stay(state);
      return stay(withUser(state, event.user), { type: "store-user", user: event.user }, CHANGED);
    case "refresh-due":
      return isIdle(state) ? exchange(state.session, retryOf(state), now) : stay(state);
    case "refresh-answered":
    case "refresh-failed":
    case "refresh-refused":
      // The exchange has written already; whoever is signed in here, the other tabs have something to read.
      return and(
        holds(state, event.seen) ? afterExchange(state, event) : stay(state),
        event.type === "refresh-refused" ? SIGNED_OUT : CHANGED,
      );
    case "token-refused":
      return holds(state, event.seen) ? signOut(state, event.reason, state.session.user.uid) : stay(state);
    case "woke-up":
      return wake(state, event.cause, now);
    case "token-asked":
      // While waiting, the caller gets the error with `retryAt`; asking again must not become a storm.
      return isIdle(state) &&
        (event.force || !isUsable(state.session, now)) &&
        isRetryDue(retryOf(state), now)
        ? exchange(state.session, retryOf(state), now)
        : stay(state);
    case "sign-out-asked":
      return signOut(state, event.reason);
  }
}

/** A stored session: shown at once, whatever the network does. */
function adopt(state: SessionState, session: Session, retry: Retry | undefined, now: number): Step {
  if (!holds(state, session.idToken)) {
    const said = emit({ type: state.status === "unknown" ? "restored" : "adopted" });
    return and(enter(session, retry, now), said, ...(isOf(state, session.user) ? [] : [LOOK_UP]));
  }
  // Nothing new about the tokens; there may be about the user or about a failed attempt.
  const { token } = state;
  if (token.name !== "refreshing") return enter(session, retry, now);
  // Another tab tried and failed since this exchange began; ours will see that in its second look.
  const hasFailed = retry?.retryAt !== token.after?.retryAt && !isRetryDue(retry, now);
  return hasFailed ? enter(session, retry, now) : stay(withUser(state, session.user));
}

/** The phase a session is in at this moment, with the one timer set for what comes next. */
function enter(session: Session, retry: Retry | undefined, now: number): Step {
  if (retry && !isRetryDue(retry, now)) return wait(session, retry);
  return retry || isRefreshDue(session, now) ? exchange(session, retry, now) : rest(session);
}

/** What has just arrived is not exchanged at once, whatever the clock says: that could go round for ever. */
function rest(session: Session): Step {
  const at = refreshAt(session);
  return stay(signedIn(session, { name: "fresh", refreshAt: at }), { type: "arm", at });
}

const wait = (session: Session, retry: Retry): Step =>
  stay(signedIn(session, { name: "waiting", retry }), { type: "arm", at: retry.retryAt });

function exchange(session: Session, after: Retry | undefined, now: number): Step {
  const started = emit({ type: "refresh-started", attempt: (after?.attempt ?? 0) + 1 });
  const state = signedIn(session, { name: "refreshing", since: now, after });
  return stay(state, { type: "disarm" }, { type: "exchange", session, after }, started);
}

function afterExchange(state: SignedIn, event: ExchangeEvent): Step {
  switch (event.type) {
    case "refresh-answered": {
      const { session } = event;
      const refreshed = emit({ type: "refreshed", expiresAt: session.expiresAt });
      // After an outage the background lookup of the start has failed as well; now it can be made good.
      return and(rest(session), refreshed, ...(retryOf(state) ? [LOOK_UP] : []));
    }
    case "refresh-failed": {
      const { retry } = event;
      const failed = emit({ type: "refresh-failed", code: retry.cause, retryAt: retry.retryAt });
      return and(wait(state.session, retry), failed);
    }
    case "refresh-refused":
      return forget(state, event.reason);
  }
}

/** A session of this tab's own making. */
const begin = (stored: { session: Session; over?: string }): Step =>
  and(rest(stored.session), { type: "store-session", ...stored }, CHANGED);

/** After sleep, a frozen page or a moved clock nothing is certain: look at storage and at the clock again. */
function wake(state: SessionState, cause: WakeCause, now: number): Step {
  const look: Effect[] = [{ type: "read-storage" }, emit({ type: "woke-up", cause })];
  if (!isIdle(state)) return stay(state, ...look);
  const retry = retryOf(state);
  const isAtOnce = retry && (cause === "online" || cause === "try-again");
  return and((isAtOnce ? exchange : enter)(state.session, retry, now), ...look);
}

function forget(state: SessionState, reason: SignOutReason | undefined): Step {
  const said = state.status === "signed-in" ? [emit({ type: "signed-out", reason })] : [];
  return stay({ status: "signed-out", reason }, { type: "disarm" }, ...said);
}

const signOut = (state: SessionState, reason: SignOutReason | undefined, over?: string): Step =>
  and(forget(state, reason), { type: "clear-storage", reason, ...(over ? { over } : {}) }, SIGNED_OUT);

const signedIn = (session: Session, token: TokenPhase): SignedIn => ({ status: "signed-in", session, token });
const withUser = ({ session, token }: SignedIn, user: User): SignedIn =>
  signedIn({ ...session, user }, token);
const isOf = (state: SessionState, { uid }: User): state is SignedIn =>
  state.status === "signed-in" && state.session.user.uid === uid;
const holds = (state: SessionState, idToken: string): state is SignedIn =>
  state.status === "signed-in" && state.session.idToken === idToken;
const isIdle = (state: SessionState): state is SignedIn =>
  state.status === "signed-in" && state.token.name !== "refreshing";

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

const LOOK_UP: Effect = { type: "look-up" };
const CHANGED: Effect = { type: "tell-tabs", message: "changed" };
const SIGNED_OUT: Effect = { type: "tell-tabs", message: "signed-out" };
const emit = (event: LifecycleEvent): Effect => ({ type: "emit", event });
const stay = (state: SessionState, ...effects: Effect[]): Step => ({ state, effects });
const and = (step: Step, ...more: Effect[]): Step => stay(step.state, ...step.effects, ...more);
