import { finalizePasskeyEnrollment, startPasskeyEnrollment } from "../api/passkey-enrollment.ts";
import type { TokenResponse } from "../api/token-response.ts";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { reload } from "../client/reload.ts";
import { replaceTokens } from "../client/renew-session.ts";
import { currentSession, forCurrentUser, withIdToken } from "../client/session-call.ts";
import { isTransient } from "../errors/error-class.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { User } from "../user.ts";
import { exclusively, prompt } from "./ceremony.ts";
import { encoded } from "./encoding.ts";
import { creationOptions } from "./options.ts";
import { requirePasskeys } from "./passkey-platform.ts";
import { hasPasskey, signalUnknown } from "./signals.ts";

/**
 * Adds a passkey to the signed-in account. A canceled prompt changes nothing.
 * @throws IdentityError `passkey-canceled`, `passkey-timed-out`, `passkey-exists`, `passkey-invalid-address`,
 * `passkey-aborted`, `passkey-not-saved`
 */
export async function enrollPasskey(
  client: IdentityClient,
  { name, signal }: { name: string; signal?: AbortSignal | undefined },
): Promise<User> {
  const { credentials, hostname } = requirePasskeys(partsOf(client));
  return exclusively(credentials, signal, async (signal) => {
    const own = await forCurrentUser(client);
    const parts = partsOf(own);
    const { email } = currentSession(parts).user;
    const publicKey = creationOptions(await withIdToken(own, startPasskeyEnrollment), email);
    const authenticatorRegistrationResponse = encoded(
      await prompt(parts.platform.now, publicKey.timeout, () => credentials.create({ publicKey, signal })),
      "clientDataJSON",
      "attestationObject",
    );
    const { id } = authenticatorRegistrationResponse;
    let tokens: TokenResponse;
    try {
      tokens = await withIdToken(own, (http, idToken) =>
        finalizePasskeyEnrollment(http, { idToken, name, authenticatorRegistrationResponse }),
      );
    } catch (cause) {
      // From here on, the authenticator has the passkey. The server may have it too, even if the response was lost.
      const user = await reload(own).catch(() => undefined);
      if (user && hasPasskey(user, id)) return user;
      if (isTransient(cause)) throw new IdentityError("passkey-not-saved", { cause });
      signalUnknown(own, publicKey.rp.id ?? hostname, id);
      throw cause;
    }
    return replaceTokens(own, tokens);
  });
}
