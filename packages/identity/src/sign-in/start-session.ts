import type { TokenResponse } from "../api/token-response.ts";
import { type IdentityClient, keepTokens, partsOf } from "../client/client-parts.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { Http } from "../http/http.ts";
import { createSession } from "../session/create-session.ts";
import type { User } from "../user.ts";

/**
 * Starts a sign-in, which replaces earlier ones. Returns the generation of its session, which identifies the
 * attempt.
 */
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
  request: (http: Http) => Promise<TokenResponse>,
): Promise<User> {
  const parts = partsOf(client);
  const { http, platform, runner } = parts;
  const generation = startSignIn(client);
  const answered = createSession(await request(http), platform.now(), { generation });
  const isWanted = () => runner.getLatestSignIn() === generation;
  return keepTokens(parts, answered, { isWanted }, async (session) => {
    runner.dispatch({ type: "signed-in", session });
    if (runner.getSession()?.generation !== generation) throw new IdentityError("session-changed");
    await runner.stored();
    return session.user;
  });
}
