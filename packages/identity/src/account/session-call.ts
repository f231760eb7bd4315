import { type ClientParts, forUser, type IdentityClient, partsOf } from "../client-parts.ts";
import { IdentityError } from "../errors.ts";
import type { Session } from "../session/session.ts";
import { signOutReason } from "../session/sign-out-reason.ts";

/** The session a call is about; typed error when there is none. */
export function currentSession({ runner }: ClientParts): Session {
  const session = runner.getSession();
  if (!session) throw new IdentityError("signed-out");
  return session;
}

/** Whom a call is for, once that is known. */
async function currentUid(client: IdentityClient): Promise<string> {
  const parts = partsOf(client);
  await parts.runner.token(false, parts.owner);
  return currentSession(parts).user.uid;
}

/** The client for whoever is signed in: for calls of several steps. */
export const forCurrentUser = async (client: IdentityClient): Promise<IdentityClient> =>
  forUser(client, await currentUid(client));

/**
 * Makes a call that carries the session's ID token, and judges a refusal of that token: a disabled
 * account ends the session; an expired, unknown or orphaned token is refreshed once, and only a second
 * refusal ends it. Sign-in and re-authentication never come through here.
 */
export async function withIdToken<T>(
  client: IdentityClient,
  call: (idToken: string) => Promise<T>,
): Promise<T> {
  const { runner } = partsOf(client);
  const uid = await currentUid(client);
  const attempt = async (isLast: boolean): Promise<T> => {
    const idToken = await runner.token(isLast, uid);
    try {
      return await call(idToken);
    } catch (error) {
      const reason = signOutReason(error, "user-disabled", "user-token-expired", "invalid-user-token");
      if (reason && reason !== "user-disabled" && !isLast) return attempt(true);
      if (reason) runner.dispatch({ type: "sign-out", seen: idToken, reason });
      throw error;
    }
  };
  return attempt(false);
}
