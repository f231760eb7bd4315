import type { TokenResponse } from "../api/token-response.ts";
import { forUser, type IdentityClient, partsOf } from "../client-parts.ts";
import { hasCode, IdentityError } from "../errors.ts";
import { createSession } from "../session/session.ts";
import type { User } from "../user.ts";
import type { Credential } from "./credential.ts";
import { reload } from "./reload.ts";
import { currentSession, withIdToken } from "./session-call.ts";

/** What to do with the tokens once the second factor has been given, where that is not a sign-in. */
const completions = new WeakMap<IdentityError, (tokens: TokenResponse) => Promise<User>>();
export const completionOf = (error: IdentityError) => completions.get(error);

/**
 * Adds a way to sign in to the account that is signed in.
 * @throws IdentityError `provider-already-linked`, `credential-already-in-use`, `email-already-in-use`
 */
export async function linkWithCredential(client: IdentityClient, credential: Credential): Promise<User> {
  const { http } = partsOf(client);
  // Asked of the server: another device may have linked or unlinked since the profile was read.
  const { uid, providerData } = await reload(client);
  if (providerData.some(({ providerId }) => providerId === credential.providerId)) {
    throw new IdentityError("provider-already-linked");
  }
  const own = forUser(client, uid);
  return replaceTokens(
    own,
    withIdToken(own, (idToken) => credential.present(http, { idToken })),
    uid,
  );
}

/**
 * Proves once more who is signed in, as `requires-recent-login` asks for. A refusal ends no session: it
 * speaks of what was presented, not of the session's own tokens.
 * @throws IdentityError `user-mismatch` when the credential belongs to somebody else
 */
export async function reauthenticateWithCredential(
  client: IdentityClient,
  credential: Credential,
): Promise<User> {
  const parts = partsOf(client);
  const { user } = currentSession(parts);
  const owner = parts.owner ?? user.uid;
  if (owner !== user.uid) throw new IdentityError("session-changed");
  try {
    const tokens = await credential.present(parts.http, { isReauthentication: true });
    return await replaceTokens(client, Promise.resolve(tokens), user.uid);
  } catch (error) {
    // No such account is no other finding than another account.
    if (hasCode(error, "user-not-found", "user-token-expired")) {
      throw new IdentityError("user-mismatch", { serverCode: error.serverCode });
    }
    if (error instanceof IdentityError)
      completions.set(error, (tokens) => replaceTokens(client, Promise.resolve(tokens), user.uid));
    throw error;
  }
}

/** New tokens for the user who is signed in; tokens of anybody else are dropped. */
export async function replaceTokens(
  client: IdentityClient,
  answer: Promise<TokenResponse>,
  uid = currentSession(partsOf(client)).user.uid,
): Promise<User> {
  const parts = partsOf(client);
  const tokens = await answer;
  const session = createSession(tokens, parts.platform.now());
  if (session.user.uid !== uid) throw new IdentityError("user-mismatch");
  const current = currentSession(parts);
  if (current.user.uid !== uid) throw new IdentityError("session-changed");
  parts.runner.dispatch({ type: "tokens-replaced", session: { ...session, user: current.user } });
  await parts.runner.stored();
  // The change is made; that it cannot be read back at once is no failure of it.
  return reload(forUser(client, uid)).catch((error) => {
    if (hasCode(error, "session-changed", "signed-out")) throw error;
    return current.user;
  });
}
