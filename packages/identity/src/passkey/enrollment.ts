import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { currentSession, forCurrentUser, reload, renewSession, withIdToken } from "../client/session-call.ts";
import { isTransient } from "../errors/error-class.ts";
import { IdentityError } from "../errors/identity-error.ts";
import { PASSKEY_CODES } from "../errors/passkey-codes.ts";
import { ACCOUNT_CODES } from "../errors/server-codes.ts";
import type { Http } from "../http/http.ts";
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

/** A new passkey from an authenticator. Binary values are base64; the ID is base64url. */
type RegistrationResponse = {
  id: string;
  rawId: string;
  type: string;
  response: { clientDataJSON: string; attestationObject: string };
};

/**
 * Requests the options of a new passkey; `passkey/options.ts` parses them.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.passkeyEnrollment/start
 */
const startPasskeyEnrollment = (http: Http): Promise<object> =>
  http("v2/accounts/passkeyEnrollment:start", {}, PASSKEY_CODES);

/**
 * Adds a passkey to an account.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.passkeyEnrollment/finalize
 */
const finalizePasskeyEnrollment = (
  http: Http,
  body: { name: string; authenticatorRegistrationResponse: RegistrationResponse },
): Promise<object> => http("v2/accounts/passkeyEnrollment:finalize", body, PASSKEY_CODES);

/**
 * Removes a passkey. The response has tokens only if the old ones became invalid.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/update
 */
const deletePasskey = (http: Http, credentialId: string): Promise<object> => {
  const request = { deletePasskey: [credentialId], returnSecureToken: true };
  return http("v1/accounts:update", request, ACCOUNT_CODES + PASSKEY_CODES);
};

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
      const publicKey = parseCreationOptions(await withIdToken(own, startPasskeyEnrollment), email);
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
        await finalizePasskeyEnrollment(http, { name, authenticatorRegistrationResponse });
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
    await deletePasskey(http, credentialId);
    signalUnknownPasskey(own, rpId, credentialId);
  });
}
