import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { currentSession, forCurrentUser, reload, renewSession, withIdToken } from "../client/session-call.ts";
import { isTransient } from "../errors/error-class.ts";
import { IdentityError } from "../errors/identity-error.ts";
import { PASSKEY_CODES } from "../errors/passkey-codes.ts";
import { ACCOUNT_CODES } from "../errors/server-codes.ts";
import type { User } from "../user.ts";
import {
  encodeCredential,
  hasPasskey,
  passkeyPlatformOf,
  requirePasskeys,
  signalUnknownPasskey,
} from "./authenticator.ts";
import { promptUntilAborted, runExclusiveCeremony, showPrompt } from "./ceremony.ts";
import { parseCreationOptions } from "./options.ts";

/** @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.passkeyEnrollment */
const ENROLLMENT = "v2/accounts/passkeyEnrollment";

/**
 * Adds a passkey to the signed-in account. A canceled prompt changes nothing.
 * @throws IdentityError `passkey-canceled`, `passkey-timed-out`, `passkey-exists`, `passkey-invalid-address`,
 * `passkey-aborted`, `passkey-not-saved`; an account's codes
 */
export async function enrollPasskey(
  client: IdentityClient,
  { name, signal }: { name: string; signal?: AbortSignal | undefined },
): Promise<User> {
  const { credentials, hostname } = requirePasskeys(partsOf(client));
  return runExclusiveCeremony(credentials, signal, async (signal) => {
    const own = await forCurrentUser(client);
    const parts = partsOf(own);
    const { email } = currentSession(parts).user;
    const { publicKey, credential } = await promptUntilAborted(parts.platform, signal, async () => {
      const answer = await withIdToken(own, (http) => http(`${ENROLLMENT}:start`, {}, PASSKEY_CODES));
      const publicKey = parseCreationOptions(answer, email);
      const create = () => credentials.create({ publicKey, signal });
      return { publicKey, credential: await showPrompt(parts.platform.now, publicKey.timeout, create) };
    });
    const authenticatorRegistrationResponse = encodeCredential(
      credential,
      "clientDataJSON",
      "attestationObject",
    );
    const { id } = authenticatorRegistrationResponse;
    let isAnswered = false;
    try {
      return await renewSession(own, async (http) => {
        await http(`${ENROLLMENT}:finalize`, { name, authenticatorRegistrationResponse }, PASSKEY_CODES);
        isAnswered = true;
      });
    } catch (cause) {
      if (isAnswered) throw cause;
      // From here on, the authenticator has the passkey. The server may have it too, even if the response was lost.
      const user = await reload(own).catch(() => undefined);
      if (user && hasPasskey(user, id)) return user;
      if (isTransient(cause)) throw new IdentityError("passkey-not-saved", { cause });
      signalUnknownPasskey(own, publicKey.rp.id ?? hostname, id);
      throw cause;
    }
  });
}

/**
 * Removes a passkey from the signed-in account, and tells the authenticator.
 * @param credentialId of one of the user's `passkeys`
 * @throws IdentityError `passkey-enrollment-not-found`, `requires-recent-login`; an account's codes
 */
export async function removePasskey(client: IdentityClient, credentialId: string): Promise<User> {
  const own = await forCurrentUser(client);
  const parts = partsOf(own);
  const { passkeys } = currentSession(parts).user;
  const { rpId = passkeyPlatformOf(parts).hostname } =
    passkeys.find((passkey) => passkey.credentialId === credentialId) ?? {};
  return renewSession(own, async (http) => {
    const request = { deletePasskey: [credentialId], returnSecureToken: true };
    await http("v1/accounts:update", request, ACCOUNT_CODES + PASSKEY_CODES);
    signalUnknownPasskey(own, rpId, credentialId);
  });
}
