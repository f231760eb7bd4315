import { IdentityError } from "../errors/identity-error.ts";
import { signOutReason } from "../errors/sign-out-reason.ts";
import type { Http } from "../http/http.ts";
import type { Session } from "../session/session.ts";
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
  const attempt = async (uid?: string, refused?: { idToken: string; error: unknown }): Promise<T> => {
    const { idToken, user } = await runner.usableSession(false, uid, refused?.idToken);
    if (idToken === refused?.idToken) throw refused.error;
    return call(http, idToken).catch((error) => {
      const reason = signOutReason(error, "user-disabled", "user-token-expired", "invalid-user-token");
      if (!reason) throw error;
      runner.dispatch({ type: "token-refused", idToken, reason });
      if (!runner.getSession()) throw error;
      return attempt(user.uid, { idToken, error });
    });
  };
  return attempt(owner);
}

/** Replaces the session's tokens; drops the new ones if the session has ended meanwhile. */
export function keepReplaced(parts: ClientParts, replaced: Session): Promise<void> {
  const { runner } = parts;
  const held = runner.getSession();
  const isWanted = () => runner.getSession()?.generation === replaced.generation;
  return keepTokens(parts, replaced, { ...(held && { held }), isWanted }, (session) => {
    runner.dispatch({ type: "tokens-replaced", session });
    return runner.stored();
  });
}
