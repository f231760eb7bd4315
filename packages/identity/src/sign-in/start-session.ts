import type { TokenResponse } from "../api/token-response.ts";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { Http } from "../http/http.ts";
import { createSession } from "../session/create-session.ts";
import type { User } from "../user.ts";

/** A sign-in or sign-out has begun: answers to earlier ones are late from now on. */
export function startAttempt(client: IdentityClient) {
  const parts = partsOf(client);
  parts.attempts.count += 1;
  return parts;
}

/**
 * Makes the tokens of an answer the session, and waits until a reload of the page would find it.
 * @throws IdentityError `session-changed` when another sign-in or a sign-out has begun here while the answer was on its way
 */
export async function startSession(
  client: IdentityClient,
  request: (http: Http) => Promise<TokenResponse>,
): Promise<User> {
  const parts = startAttempt(client);
  const attempt = parts.attempts.count;
  const tokens = await request(parts.http);
  if (parts.attempts.count !== attempt) throw new IdentityError("session-changed");
  const session = createSession(tokens, parts.platform.now());
  parts.runner.dispatch({ type: "signed-in", session });
  await parts.runner.stored();
  return session.user;
}
