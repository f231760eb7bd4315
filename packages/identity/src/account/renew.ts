import type { TokenResponse } from "../api/token-response.ts";
import { forUser, type IdentityClient, partsOf } from "../client-parts.ts";
import { hasCode, IdentityError, kept } from "../errors.ts";
import type { Http } from "../http.ts";
import { createSession } from "../session/create-session.ts";
import { hasProvider, type User } from "../user.ts";
import type { Credential } from "./credential.ts";
import { reload } from "./reload.ts";
import { currentSession, forCurrentUser, withIdToken } from "./session-call.ts";

/**
 * Adds a way to sign in to the account that is signed in.
 * @throws IdentityError `provider-already-linked`, `credential-already-in-use`, `email-already-in-use`
 */
export async function linkWithCredential(client: IdentityClient, credential: Credential): Promise<User> {
  // Asked of the server: another device may have linked or unlinked since the profile was read.
  const user = await reload(client);
  if (hasProvider(user, credential.providerId)) throw new IdentityError("provider-already-linked");
  return addCredential(forUser(client, user.uid), credential);
}

/** Presents a credential to the account that is signed in, which has it from then on. */
export const addCredential = (client: IdentityClient, { present }: Credential): Promise<User> =>
  renew(client, (http, idToken) => present(http, { idToken }));

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
  await parts.runner.known();
  const { uid } = currentSession(parts).user;
  if ((parts.owner ?? uid) !== uid) throw new IdentityError("session-changed");
  const own = forUser(client, uid);
  try {
    return await replaceTokens(own, await credential.present(parts.http, { isReauthentication: true }));
  } catch (error) {
    // No such account is no other finding than another account.
    if (hasCode(error, "user-not-found", "user-token-expired")) {
      throw new IdentityError("user-mismatch", { serverCode: error.serverCode });
    }
    if (error instanceof IdentityError)
      kept.set(error, { ...kept.get(error), complete: (tokens) => replaceTokens(own, tokens) });
    throw error;
  }
}

/** Makes a call for the user who is signed in, and goes on with the tokens of its answer, if it has any. */
export async function renew(
  client: IdentityClient,
  call: (http: Http, idToken: string) => Promise<TokenResponse | undefined>,
): Promise<User> {
  const own = await forCurrentUser(client);
  const tokens = await withIdToken(own, call);
  return tokens ? replaceTokens(own, tokens) : reload(own);
}

/** New tokens for the user of this client; tokens of anybody else are dropped. */
async function replaceTokens(own: IdentityClient, tokens: TokenResponse): Promise<User> {
  const parts = partsOf(own);
  const { owner, runner } = parts;
  const session = createSession(tokens, parts.platform.now());
  if (session.user.uid !== owner) throw new IdentityError("user-mismatch");
  const { user } = currentSession(parts);
  if (user.uid !== owner) throw new IdentityError("session-changed");
  runner.dispatch({ type: "tokens-replaced", session: { ...session, user } });
  await runner.stored();
  // The change is made; that it cannot be read back at once is no failure of it.
  return reload(own).catch((error) => {
    if (runner.getSession()?.user.uid !== owner) throw error;
    return user;
  });
}
