import { lookUpAccount } from "../api/account.ts";
import { receiveTokens, requireTokens, type TokenResponse } from "../api/token-response.ts";
import type { HandOver } from "../custody/custody.ts";
import { IdentityError, type SignOutReason, signOutReason } from "../errors/identity-error.ts";
import type { Http } from "../http/http.ts";
import { decodeClaims, type IdTokenClaims } from "../id-token.ts";
import { isSameData } from "../lib/data.ts";
import { joinAll, nextStampAfter } from "../session/order.ts";
import type { Session } from "../session/record.ts";
import { createSession, nextChangeOf, withProfile } from "../session/tokens.ts";
import type { User } from "../user.ts";
import { type ClientParts, forUser, type IdentityClient, partsOf } from "./client-parts.ts";

export function currentSession({ runner }: ClientParts): Session {
  const session = runner.getSession();
  if (!session) throw new IdentityError("signed-out");
  return session;
}

/** A client bound to the current user, for calls of several steps. */
export async function forCurrentUser(client: IdentityClient): Promise<IdentityClient> {
  const { runner, owner } = partsOf(client);
  const { user } = await runner.usableSession(false, owner);
  return forUser(client, user.uid);
}

/**
 * The ID token, for the `Authorization` header of an API. Never returns an expired token: waits for a refresh that is
 * due. While the client waits after a failure, it throws immediately, with `retryAt`.
 * @param options `forceRefresh` exchanges the token although it has not expired; `true` alone means the same
 * @throws IdentityError `signed-out`, `storage-unavailable`, or the reason why a refresh failed
 */
export const getIdToken = async (
  client: IdentityClient,
  options: boolean | { forceRefresh?: boolean } = false,
): Promise<string> => {
  const { runner, owner } = partsOf(client);
  const forceRefresh = typeof options === "object" ? options.forceRefresh : options;
  return (await runner.usableSession(forceRefresh, owner)).idToken;
};

/**
 * The unverified claims of the ID token. Use them for display, never to grant access.
 * @param options as of `getIdToken`
 * @throws IdentityError as `getIdToken`; `internal-error` for a token that cannot be decoded
 */
export const getIdTokenClaims = async (
  client: IdentityClient,
  options?: boolean | { forceRefresh?: boolean },
): Promise<IdTokenClaims> => decodeClaims(await getIdToken(client, options));

/**
 * Ends the session because the application's API has found its token invalid; the reason is kept for the UI. With the
 * token that was sent, ends only the session that still holds it, so a later sign-in stays.
 * @param reason kept in the state `signed-out`
 * @throws IdentityError `storage-unavailable` if storage refuses the removal; the client retries it
 */
export const invalidateSession = async (
  client: IdentityClient,
  reason: SignOutReason,
  { idToken }: { idToken?: string } = {},
): Promise<void> => {
  const { runner } = partsOf(client);
  if (idToken) runner.dispatch({ type: "token-refused", idToken, reason, isFinal: true });
  else await runner.signOut(reason);
  await runner.ended();
};

/** Starts using new tokens. With a custody, hands the refresh token over first. */
const keepTokens = <T>(
  { shared: { custody } }: ClientParts,
  session: Session,
  handOver: HandOver,
  use: (session: Session) => Promise<T>,
): Promise<T> => (custody ? custody.keep(session, handOver, use) : use(session));

/** Whether the user has signed in or out, in any tab, since `nextStamp` returned this stamp: the next one is greater. */
export const hasActedSince = ({ runner }: ClientParts, stamp: number): boolean =>
  nextStampAfter(stamp, runner.getState().record) > stamp;

/** Starts a sign-in, which replaces earlier ones. Returns the generation of its session. */
export function startSignIn(client: IdentityClient): string {
  const { platform, runner } = partsOf(client);
  const generation = platform.random();
  runner.dispatch({ type: "sign-in-started", generation });
  return generation;
}

/**
 * Makes a session of a response's tokens, and waits until it is stored, so that a reload would find it.
 * @throws IdentityError `session-changed` when another sign-in or a sign-out has started here meanwhile
 */
export async function startSession(
  client: IdentityClient,
  request: (http: Http) => Promise<object>,
): Promise<User> {
  const parts = partsOf(client);
  const { http, platform, runner } = parts;
  const generation = startSignIn(client);
  const sentAt = platform.now();
  const tokens = await requireTokens(http, request);
  // The stamp follows the stored one.
  await runner.firstRead();
  const answered = createSession(tokens, platform.now(), { stamp: runner.nextStamp(), generation }, sentAt);
  const isWanted = () => runner.getState().latestSignIn === generation;
  return keepTokens(parts, answered, { isWanted }, async (session) => {
    runner.dispatch({ type: "signed-in", session });
    await runner.stored();
    if (runner.getSession()?.generation !== generation) throw new IdentityError("session-changed");
    return session.user;
  });
}

/**
 * Makes a call with the session's ID token, which `http` adds to the body. If the server refuses the token, the
 * lifecycle ends the session, or refreshes the token and the call is repeated once. Sign-in and re-authentication never
 * use this function.
 */
export async function withIdToken<T>(client: IdentityClient, call: (http: Http) => Promise<T>): Promise<T> {
  const { http, runner, owner } = partsOf(client);
  const callOnce = async (uid?: string, refused?: { idToken: string; error: unknown }): Promise<T> => {
    const { idToken, user } = await runner.usableSession(false, uid, refused?.idToken);
    if (idToken === refused?.idToken) throw refused.error;
    const authorizedHttp: Http = (path, body, ...more) => http(path, { ...body, idToken }, ...more);
    return call(authorizedHttp).catch((error) => {
      const reason = signOutReason(error, "user-disabled", "user-token-expired", "invalid-user-token");
      if (!reason) throw error;
      runner.dispatch({ type: "token-refused", idToken, reason, isFinal: reason === "user-disabled" });
      if (!runner.getSession()) throw error;
      return callOnce(user.uid, { idToken, error });
    });
  };
  return callOnce(owner);
}

/**
 * Makes a call with the session's ID token that changes the account, and stores what its response brings. The server
 * refuses the earlier tokens afterwards, so no tab exchanges them meanwhile. Ends with the call, even if another tab has
 * taken the lock from this one.
 * @param own a client of one user; tokens of another user are dropped
 * @param profileAfter the profile after the change, if the response tells it
 */
export const changeSession = <T>(
  own: IdentityClient,
  call: (http: Http) => Promise<T>,
  profileAfter?: (answer: T, user: User) => User,
): Promise<User> =>
  withIdToken(own, (http) => {
    let stored: Promise<User> | undefined;
    const callOnce = () => {
      stored ??= storeAnswer(own, () => receiveTokens(http, call), profileAfter);
      return stored;
    };
    return partsOf(own).runner.lock(callOnce).catch(callOnce);
  });

/** Stores the tokens and the profile of a response; drops them if the user has signed out or in meanwhile. */
async function storeAnswer<T>(
  own: IdentityClient,
  request: () => Promise<{ answer: T; tokens: TokenResponse | undefined }>,
  profileAfter?: (answer: T, user: User) => User,
): Promise<User> {
  const parts = partsOf(own);
  const { owner, platform, runner } = parts;
  const before = currentSession(parts);
  if (before.user.uid !== owner) throw new IdentityError("session-changed");
  const sentAt = platform.now();
  const { answer, tokens } = await request();
  // A tab without the lock may have ended the session meanwhile, because the server refuses the earlier tokens.
  const current = runner.getSession();
  const session = current?.generation === before.generation ? current : before;
  const changed = profileAfter
    ? withProfile(session, profileAfter(answer, session.user), platform.now())
    : session;
  const show = async (next: Session) => {
    runner.dispatch({ type: "account-changed", session: next });
    await runner.stored();
    return changed.user;
  };
  if (tokens) {
    const replaced = createSession(tokens, platform.now(), nextChangeOf(changed), sentAt);
    // False after a later sign-in or sign-out.
    const isWanted = () =>
      joinAll({ session: replaced }, runner.getState().record).session?.generation === replaced.generation;
    return keepTokens(parts, replaced, { current, isWanted }, show);
  }
  return profileAfter ? show(changed) : changed.user;
}

/**
 * Reads the account again and shows the changes.
 * @throws IdentityError an account's codes
 */
export async function reload(client: IdentityClient): Promise<User> {
  const { platform, runner } = partsOf(client);
  const before = (await runner.firstRead()).session?.user;
  const user = await withIdToken(client, lookUpAccount);
  const session = runner.getSession();
  const current = session?.user;
  if (!session || current?.uid !== user.uid) throw new IdentityError("session-changed");
  // Changes shown meanwhile, by this tab or another, may be newer than this response.
  if (!isSameData(before, current)) return reload(client);
  runner.dispatch({ type: "account-changed", session: withProfile(session, user, platform.now()) });
  return user;
}

/** Makes a call for the signed-in user that changes the account. If its response has tokens, the session gets them. */
export async function renewSession(
  client: IdentityClient,
  call: (http: Http) => Promise<unknown>,
): Promise<User> {
  const own = await forCurrentUser(client);
  return readRenewed(own, await changeSession(own, call));
}

/** Replaces the session's tokens by those of a response. Drops tokens of another user. */
export async function replaceTokens(
  own: IdentityClient,
  request: (http: Http) => Promise<object>,
): Promise<User> {
  const takeAnswer = async () => ({
    answer: undefined,
    tokens: await requireTokens(partsOf(own).http, request),
  });
  return readRenewed(own, await storeAnswer(own, takeAnswer));
}

const readRenewed = (own: IdentityClient, renewed: User): Promise<User> =>
  reload(own).catch((error) => {
    // The change has succeeded, so a failed lookup is not reported.
    if (partsOf(own).runner.getSession()?.user.uid === renewed.uid) return renewed;
    throw error;
  });
