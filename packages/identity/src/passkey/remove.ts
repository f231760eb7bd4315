import { deletePasskey } from "../api/passkey-enrollment.ts";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { renewSession } from "../client/renew-session.ts";
import { currentSession, forCurrentUser } from "../client/session-call.ts";
import type { User } from "../user.ts";
import { passkeyPlatform } from "./passkey-platform.ts";
import { signalAccount, signalUnknown } from "./signals.ts";

/** Removes a passkey from the signed-in account, and tells the authenticator. */
export async function removePasskey(client: IdentityClient, credentialId: string): Promise<User> {
  const own = await forCurrentUser(client);
  const parts = partsOf(own);
  const removed = currentSession(parts).user.passkeys.find(
    (passkey) => passkey.credentialId === credentialId,
  );
  const user = await renewSession(own, (http, idToken) => deletePasskey(http, idToken, credentialId));
  const rpId = removed?.rpId ?? passkeyPlatform(parts).hostname;
  // If the server's list lacked this passkey, it may lack others. Signaling the list would make the authenticator
  // delete those.
  if (removed) signalAccount(own, user, rpId);
  else signalUnknown(own, rpId, credentialId);
  return user;
}
