import { recoveries } from "../api/recovery.ts";
import { forUser, type IdentityClient, partsOf } from "../client/client-parts.ts";
import { replaceTokens } from "../client/renew-session.ts";
import { currentSession } from "../client/session-call.ts";
import { hasCode, IdentityError } from "../errors/identity-error.ts";
import type { User } from "../user.ts";
import type { Credential } from "./credential.ts";

/**
 * Proves the user's identity again, as `requires-recent-login` demands. A refusal ends no session, because it is
 * about the presented credential and not the session's tokens.
 * @throws IdentityError `user-mismatch` when the credential belongs to another user
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
    // A missing account gets the same code as another account.
    if (hasCode(error, "user-not-found", "user-token-expired")) {
      throw new IdentityError("user-mismatch", { serverCode: error.serverCode });
    }
    if (error instanceof IdentityError)
      recoveries.set(error, { ...recoveries.get(error), complete: (tokens) => replaceTokens(own, tokens) });
    throw error;
  }
}
