import type { SignOutReason } from "../errors/identity-error.ts";
import type { LifecycleEvent, WakeCause } from "../events.ts";
import { isSameData } from "../lib/data.ts";
import type { User } from "../user.ts";
import { type BackOff, isLaterStep, nextForcedRefresh, type Retry } from "./retry.ts";
import { generationOf, type Session, type StoredRecord } from "./session.ts";
import { isTokenUsable, signInTimeOf } from "./tokens.ts";

/**
 * How this tab's session relates to storage. `durable`: stored, or the write is running. `memory`: storage refused
 * it. `removal-pending`: the user is signed out, but storage still has a session. `unreadable`: storage could not be
 * read, or holds a format that this version does not know.
 */
export type Durability = "durable" | "memory" | "removal-pending" | "unreadable";

export type Base = readonly string[] | undefined;

type Common = {
  durability: Durability;
  /**
   * The generations that storage may hold: the last one that this tab read, and those that it has tried to
   * store since. The empty text means no session; `undefined` means that storage has not been read yet.
   */
  base?: Base;
  /** The generation of the sign-in in progress. Any later sign-in or sign-out replaces it. */
  latestSignIn?: string | undefined;
  /**
   * When the session ended, if the tab had not read storage. A session that another tab has stored since stays
   * stored.
   */
  endedAt?: number | undefined;
};

export type SignedIn = Common & {
  status: "signed-in";
  session: Session;
  /** When this tab first saw the token, by its own clock. Set if the clock of the storing tab is ahead. */
  seenAt?: number | undefined;
  reason?: undefined;
  /** The last forced refresh, and when the next one is due. */
  forced?: Retry | undefined;
  /** Whether the server has refused the token. If it refuses the replacement too, the session ends. */
  isRefused?: boolean | undefined;
} & TokenPhase;

/**
 * The state of the session's token. `retry` is the failure that it is recovering from: until an exchange succeeds,
 * the UI shows "reconnecting". `dueAt` is the time of the one timer.
 */
type TokenPhase =
  | { phase: "fresh"; dueAt: number; retry?: undefined }
  | { phase: "refreshing"; dueAt?: undefined; retry: Retry | undefined }
  | { phase: "waiting"; dueAt: number; retry: Retry };

type NoSession = Common & {
  session?: undefined;
  forced?: undefined;
  seenAt?: undefined;
  phase?: undefined;
  retry?: undefined;
  dueAt?: undefined;
};

export type SessionState =
  | ({ status: "unknown"; reason?: "storage-unavailable" } & NoSession)
  | ({ status: "signed-out"; reason?: SignOutReason | undefined } & NoSession)
  | SignedIn;

export type SessionEvent =
  /**
   * The stored record, read at the start, after waking, or after a write by any tab. `isPending`: a change of this tab
   * waits, which will show its own result.
   */
  | { type: "storage-read"; record: StoredRecord; isPending?: boolean }
  | { type: "storage-read-failed" }
  /** A write or a removal failed. */
  | { type: "storage-write-failed" }
  /** Another tab has moved its own session to another persistence. */
  | { type: "storage-moved" }
  | { type: "sign-in-started"; generation: string }
  | { type: "signed-in"; session: Session }
  | { type: "tokens-replaced"; session: Session }
  | { type: "profile-read"; generation: string; user: User }
  | { type: "refresh-due" }
  /**
   * The outcome of one token's exchange: a session, a session with a retry, or no session; stored, refused or not
   * tried.
   */
  | { type: "exchanged"; idToken: string; record: StoredRecord; isStored?: boolean }
  /** The exchange of one token ended without a result, because storage holds another tab's record. */
  | { type: "exchange-overtaken"; idToken: string; record: StoredRecord }
  | { type: "woke-up"; cause: WakeCause }
  | { type: "token-asked"; force: boolean }
  /** A call that carried this token was refused with a code that may end the session. */
  | { type: "token-refused"; idToken: string; reason: SignOutReason }
  /**
   * With `idToken`, our own API found that token invalid, and a session with another token continues. Without
   * `idToken`, the user signed out.
   */
  | { type: "sign-out"; reason?: SignOutReason | undefined; idToken?: string | undefined };

/**
 * A record to write, and the generations that storage may hold. With `expected`, the write happens only if storage
 * still holds one of these generations. With `endedAt`, it replaces only a session that was received by then.
 */
export type Write = { record: StoredRecord; base: Base; expected?: Base; endedAt?: number | undefined };

/** The runner's actions. */
export type Effect =
  | { type: "exchange"; held: SignedIn }
  | { type: "read" }
  | ({ type: "store" } & Write)
  | { type: "store-user"; generation: string; user: User }
  /** Removes the session from storage. */
  | ({ type: "clear" } & Write)
  | { type: "look-up" }
  | { type: "emit"; event: LifecycleEvent };

export type Step = { state: SessionState; effects: Effect[] };

/**
 * Whether this tab's session is newer than the stored record. That is possible only after storage refused a write,
 * and only while storage is unchanged since. Otherwise another tab has changed it, and the user's last action wins.
 */
export function isNewerThanRecord(state: SessionState, record: StoredRecord, now?: number): boolean {
  const { durability, session, retry } = state;
  if (record.setAside !== undefined) return !!session;
  if (durability !== "memory" && durability !== "removal-pending") return false;
  if (session && record.session?.generation === session.generation)
    return (
      !record.isSignOutNoted &&
      record.session.receivedAt <= session.receivedAt &&
      // A failed attempt that storage refused to store counts too. Otherwise, each wait would be the first step of
      // the back-off.
      (!isSameData(record.session, session) || isLaterStep(retry, record.retry))
    );
  // A session that is already gone needs no removal.
  return (!!session || !!record.session) && mayReplaceRecord(state, record, now);
}

/**
 * The failure that a session waits for. Storage's counts too, unless this session's tokens are good or were requested
 * later; of two, the one with more attempts. A page that was frozen, or whose writes storage refused, would otherwise
 * restart the back-off.
 */
export function countedRetry(
  { session, retry }: StoredRecord,
  stored: StoredRecord,
  now: number,
): Retry | undefined {
  const other = stored.retry;
  if (!session || !other || session.generation !== generationOf(stored)) return retry;
  const counts = retry
    ? isLaterStep(other, retry)
    : !isTokenUsable(session, now) && other.failedAt >= session.receivedAt;
  return counts ? other : retry;
}

/**
 * Whether a write may replace the stored record. With a base, the base must name the record's generation. A tab that
 * has not read storage has no base. Its session replaces only a session that began earlier. Its sign-out removes only
 * a session that was received by then, or in the future, because the clock was set back since. Only the latter uses
 * `now`.
 */
export function mayReplaceRecord(
  { base, endedAt = Number.POSITIVE_INFINITY, session }: Pick<SessionState, "base" | "endedAt" | "session">,
  record: StoredRecord,
  now = endedAt,
): boolean {
  if (base) return base.includes(generationOf(record));
  const { session: stored } = record;
  if (!stored) return true;
  // `auth_time` is in whole seconds. Within one second, the receipt decides.
  if (session)
    return (signInTimeOf(stored) - signInTimeOf(session) || stored.receivedAt - session.receivedAt) <= 0;
  return stored.receivedAt <= endedAt || stored.receivedAt > now;
}

/**
 * The generations that storage may still hold after this record. Drops the ones that the record replaced. Otherwise,
 * a removal by another tab would look like an earlier removal by this tab.
 */
export function baseAfterRead({ base, session }: SessionState, record: StoredRecord): Base {
  const generation = generationOf(record);
  // Before the first read, only this tab's own session tells what storage holds.
  const known = base ?? (session?.generation === generation ? [generation] : undefined);
  return known?.slice(Math.max(known.indexOf(generation), 0));
}

/**
 * The state after the exchange of a session that this tab has left. A refusal may empty storage before it holds the
 * session of the later sign-in, and that is no other tab's sign-out.
 */
export const afterLeftExchange = (state: SessionState, { session: left }: StoredRecord): SessionState =>
  state.base && state.session && !left && state.base[0] !== state.session.generation
    ? { ...state, base: ["", ...state.base] }
    : state;

/**
 * The sessions that were signed out in this tab although storage may still hold them, with empty texts between them. A
 * tab that has not read storage knows only the one that it has shown.
 * @param ended the session that the last step has removed
 */
export const endedGenerations = ({ base }: SessionState, ended: Session | undefined): readonly string[] =>
  base?.slice(0, base.lastIndexOf("") + 1) ?? [ended?.generation ?? ""];

export const isSessionOf = (state: SessionState, generation: string, { uid }: User): state is SignedIn =>
  state.session?.generation === generation && state.session.user.uid === uid;
export const hasToken = (state: SessionState, idToken: string): state is SignedIn =>
  state.session?.idToken === idToken;
export const isIdle = (state: SessionState): state is SignedIn =>
  !!state.session && state.phase !== "refreshing";

export const stepTo = (state: SessionState, ...effects: Effect[]): Step => ({ state, effects });
export const LOOK_UP: Effect = { type: "look-up" };
export const emitEffect = (event: LifecycleEvent): Effect => ({ type: "emit", event });
export const writeEffect = (
  type: "store" | "clear",
  record: StoredRecord,
  base: Base,
  expected?: Base,
): Effect => ({
  type,
  record,
  base,
  expected,
});

/** Counts a forced refresh. */
export const countForcedRefresh = (state: SignedIn, now: number, backOff: BackOff): SignedIn => ({
  ...state,
  forced: nextForcedRefresh(state.forced, now, backOff),
});

/** The user is signed out. The session ends in this tab. */
export const forgetSession = (
  { session, durability, base, latestSignIn, endedAt }: SessionState,
  reason: SignOutReason | undefined,
  ...effects: Effect[]
): Step =>
  stepTo(
    { status: "signed-out", reason, durability, base, latestSignIn, endedAt },
    ...effects,
    ...(session ? [emitEffect({ type: "signed-out", reason })] : []),
  );

export const withUser = (state: SignedIn, user: User): SignedIn => ({
  ...state,
  session: { ...state.session, user },
});
