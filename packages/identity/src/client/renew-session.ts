import type { TokenResponse } from "../api/token-response.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { Http } from "../http/http.ts";
import { createSession } from "../session/create-session.ts";
import type { User } from "../user.ts";
import { type IdentityClient, partsOf } from "./client-parts.ts";
import { reload } from "./reload.ts";
import { currentSession, forCurrentUser, keepReplaced, withIdToken } from "./session-call.ts";

/** Makes a call for the signed-in user. If the response has tokens, they replace the session's tokens. */
export async function renewSession(
  client: IdentityClient,
  call: (http: Http, idToken: string) => Promise<TokenResponse | undefined>,
): Promise<User> {
  const own = await forCurrentUser(client);
  const tokens = await withIdToken(own, call);
  return tokens ? replaceTokens(own, tokens) : reload(own);
}

/** Replaces the tokens of this client's user; drops the tokens of another user. */
export async function replaceTokens(own: IdentityClient, tokens: TokenResponse): Promise<User> {
  const parts = partsOf(own);
  const { owner, runner } = parts;
  const { generation, user } = currentSession(parts);
  if (user.uid !== owner) throw new IdentityError("session-changed");
  await keepReplaced(parts, createSession(tokens, parts.platform.now(), { generation, user }));
  // The change has succeeded, so a failed lookup is not reported.
  return reload(own).catch((error) => {
    if (runner.getSession()?.user.uid !== owner) throw error;
    return user;
  });
}
