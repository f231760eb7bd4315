import { IdentityError } from "../errors/identity-error.ts";
import { signOutReason } from "../errors/sign-out-reason.ts";
import type { Http } from "../http/http.ts";
import type { Session } from "../session/session.ts";
import { type ClientParts, forUser, type IdentityClient, partsOf } from "./client-parts.ts";

/** The session a call is about; typed error when there is none. */
export function currentSession({ runner }: ClientParts): Session {
  const session = runner.getSession();
  if (!session) throw new IdentityError("signed-out");
  return session;
}

/** The client for whoever is signed in: for calls of several steps. */
export async function forCurrentUser(client: IdentityClient): Promise<IdentityClient> {
  const { runner, owner } = partsOf(client);
  const { user } = await runner.usableSession(false, owner);
  return forUser(client, user.uid);
}

/**
 * Makes a call that carries the session's ID token, and judges a refusal of that token: a disabled
 * account ends the session; an expired, unknown or orphaned token is refreshed once, and only a second
 * refusal ends it. Sign-in and re-authentication never come through here.
 */
export async function withIdToken<T>(
  client: IdentityClient,
  call: (http: Http, idToken: string) => Promise<T>,
): Promise<T> {
  const { http, runner, owner } = partsOf(client);
  const attempt = async (isLast: boolean, uid?: string): Promise<T> => {
    const { idToken, user } = await runner.usableSession(isLast, uid);
    try {
      return await call(http, idToken);
    } catch (error) {
      const reason = signOutReason(error, "user-disabled", "user-token-expired", "invalid-user-token");
      if (reason && reason !== "user-disabled" && !isLast) return attempt(true, user.uid);
      if (reason) runner.dispatch({ type: "sign-out", seen: idToken, reason });
      throw error;
    }
  };
  return attempt(false, owner);
}
