import { lookUpAccount } from "../api/account.ts";
import type { TokenResponse } from "../api/token-response.ts";
import { IdentityError, signOutReason } from "../errors/identity-error.ts";
import type { Http } from "../http/http.ts";
import { isSameData } from "../lib/data.ts";
import type { Session } from "../session/record.ts";
import { createSession, nextChangeOf, type Tokens, withProfile } from "../session/tokens.ts";
import type { User } from "../user.ts";
import { type ClientParts, forUser, type IdentityClient, keepTokens, partsOf } from "./client-parts.ts";

/** The current session; throws a typed error if there is none. */
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
 * Makes a call with the session's ID token. If the server refuses the token, the lifecycle ends the session, or
 * refreshes the token and the call is repeated once. Sign-in and re-authentication never use this function.
 */
export async function withIdToken<T>(
  client: IdentityClient,
  call: (http: Http, idToken: string) => Promise<T>,
): Promise<T> {
  const { http, runner, owner } = partsOf(client);
  const callOnce = async (uid?: string, refused?: { idToken: string; error: unknown }): Promise<T> => {
    const { idToken, user } = await runner.usableSession(false, uid, refused?.idToken);
    if (idToken === refused?.idToken) throw refused.error;
    return call(http, idToken).catch((error) => {
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
 * As `withIdToken`, for a call after which the server refuses the earlier tokens. The call also stores the new tokens.
 * Meanwhile no tab exchanges the earlier ones. Ends with the call, even if another tab has taken the lock from this one.
 */
export const changeWithIdToken = <T>(
  own: IdentityClient,
  call: (http: Http, idToken: string) => Promise<T>,
): Promise<T> =>
  withIdToken(own, (http, idToken) => {
    let answer: Promise<T> | undefined;
    const callOnce = () => {
      answer ??= call(http, idToken);
      return answer;
    };
    return partsOf(own).runner.lock(callOnce).catch(callOnce);
  });

/**
 * The session that the response of a call changes: the present one, or that of the request. A tab without the lock may
 * have ended the session meanwhile, because the server refuses the earlier tokens.
 */
export function sessionToChange({ runner }: ClientParts, before: Session): Session {
  const session = runner.getSession();
  return session?.generation === before.generation ? session : before;
}

/** Replaces a session's tokens; drops the new ones if the user has signed out or in meanwhile. */
export function keepReplacedTokens(
  parts: ClientParts,
  tokens: Tokens,
  before: Session,
  sentAt: number,
): Promise<void> {
  const { platform, runner } = parts;
  const replaced = createSession(tokens, platform.now(), nextChangeOf(before), sentAt);
  const isWanted = () => runner.isContinued(replaced);
  return keepTokens(parts, replaced, { held: runner.getSession(), isWanted }, (session) => {
    runner.dispatch({ type: "account-changed", session });
    return runner.stored();
  });
}

/**
 * Reads the account again and shows the changes.
 * @throws IdentityError an account's codes
 */
export async function reload(client: IdentityClient): Promise<User> {
  const { platform, runner } = partsOf(client);
  const before = (await runner.known()).session?.user;
  const user = await withIdToken(client, lookUpAccount);
  const session = runner.getSession();
  const current = session?.user;
  if (!session || current?.uid !== user.uid) throw new IdentityError("session-changed");
  // Changes shown meanwhile, by this tab or another, may be newer than this response.
  if (!isSameData(before, current)) return reload(client);
  runner.dispatch({ type: "account-changed", session: withProfile(session, user, platform.now()) });
  return user;
}

/** Makes a call for the signed-in user. If the response has tokens, they replace the session's tokens. */
export async function renewSession(
  client: IdentityClient,
  call: (http: Http, idToken: string) => Promise<TokenResponse | undefined>,
): Promise<User> {
  const own = await forCurrentUser(client);
  return readRenewed(
    own,
    await changeWithIdToken(own, (http, idToken) => storeTokens(own, () => call(http, idToken))),
  );
}

/** Stores the tokens of a response for this client's user. Drops tokens of another user. */
export const replaceTokens = async (
  own: IdentityClient,
  request: () => Promise<TokenResponse | undefined>,
): Promise<User> => readRenewed(own, await storeTokens(own, request));

/** Resolves to the user whose tokens a response has replaced; to undefined if it had none. */
async function storeTokens(
  own: IdentityClient,
  request: () => Promise<TokenResponse | undefined>,
): Promise<User | undefined> {
  const parts = partsOf(own);
  const { owner, platform } = parts;
  const before = currentSession(parts);
  if (before.user.uid !== owner) throw new IdentityError("session-changed");
  const sentAt = platform.now();
  const tokens = await request();
  if (!tokens) return undefined;
  await keepReplacedTokens(parts, tokens, sessionToChange(parts, before), sentAt);
  return before.user;
}

/** @param renewed the user, if the session has new tokens */
const readRenewed = (own: IdentityClient, renewed: User | undefined): Promise<User> =>
  reload(own).catch((error) => {
    // The change has succeeded, so a failed lookup is not reported.
    if (renewed && partsOf(own).runner.getSession()?.user.uid === renewed.uid) return renewed;
    throw error;
  });
