import { type ClientParts, type IdentityClient, partsOf } from "../client-parts.ts";
import { hasCode, IdentityError } from "../errors.ts";
import type { Session } from "../session/session.ts";

/** The session a call is about; typed error when there is none. */
export function currentSession({ runner }: ClientParts): Session {
  const session = runner.getSession();
  if (!session) throw new IdentityError("signed-out");
  return session;
}

/**
 * Makes a call that carries the session's ID token, and judges a refusal of that token: a disabled
 * account ends the session; an expired, unknown or orphaned token is refreshed once, and only a second
 * refusal ends it. Sign-in and re-authentication never come through here.
 */
export async function withIdToken<T>(
  client: IdentityClient,
  call: (idToken: string, session: Session) => Promise<T>,
): Promise<T> {
  const parts = partsOf(client);
  const { runner } = parts;
  await runner.token(false, parts.owner);
  const session = currentSession(parts);
  const attempt = async (force: boolean, isLast: boolean): Promise<T> => {
    const idToken = await runner.token(force, session.user.uid);
    try {
      return await call(idToken, session);
    } catch (error) {
      if (hasCode(error, "user-disabled")) {
        runner.dispatch({ type: "sign-out", seen: idToken, reason: "user-disabled" });
      } else if (hasCode(error, "user-token-expired", "invalid-user-token")) {
        if (!isLast) return attempt(true, true);
        const reason = error.code === "invalid-user-token" ? "invalid-user-token" : "user-token-expired";
        runner.dispatch({
          type: "sign-out",
          seen: idToken,
          reason: error.serverCode === "USER_NOT_FOUND" ? "user-not-found" : reason,
        });
      }
      throw error;
    }
  };
  return attempt(false, false);
}
