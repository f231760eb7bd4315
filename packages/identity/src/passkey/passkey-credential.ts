import { finalizePasskeySignIn, startPasskeySignIn } from "../api/passkey-sign-in.ts";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { hasCode, IdentityError } from "../errors/identity-error.ts";
import type { Credential as AnyCredential } from "../sign-in/credential.ts";
import type { User } from "../user.ts";
import { prompt } from "./ceremony.ts";
import { encoded } from "./encoding.ts";
import { requestOptions } from "./options.ts";
import { requirePasskeys } from "./passkey-platform.ts";
import { signalUnknown, signalWhenListed } from "./signals.ts";

type Ask = {
  /** `conditional`: in the browser's autofill, until the user picks one. */
  mediation?: "conditional";
  /** Uses a passkey of this device immediately, or rejects without a prompt. */
  uiMode?: "immediate" | undefined;
};

/**
 * Requests a challenge from the server, then a passkey from the user, within a ceremony. Rejects the signature if
 * another user has signed in or the session has ended during the prompt, in this tab or another.
 */
export async function askForPasskey(client: IdentityClient, ask: Ask, signal: AbortSignal) {
  const parts = partsOf(client);
  const { http, runner, platform } = parts;
  const { credentials, hostname } = requirePasskeys(parts);
  const generation = (await runner.known()).session?.generation;
  const publicKey = requestOptions(await startPasskeySignIn(http));
  const credential = await prompt(platform.now, publicKey.timeout, () =>
    credentials.get({ ...ask, publicKey, signal }),
  );
  if (runner.getSession()?.generation !== generation) throw new IdentityError("session-changed");
  const response = encoded(credential, "clientDataJSON", "authenticatorData", "signature", "userHandle");
  return { rpId: publicKey.rpId ?? hostname, response };
}

/** Sends a passkey to the server, and tells the authenticator the outcome. */
export async function presentPasskey(
  client: IdentityClient,
  use: (client: IdentityClient, credential: AnyCredential) => Promise<User>,
  ask: () => ReturnType<typeof askForPasskey>,
): Promise<User> {
  let listed: [rpId: string, credentialId: string] | undefined;
  const user = await use(client, {
    providerId: "passkey",
    // The call is inside the ceremony, so that the sign-in counts as started while the prompt is open. A later
    // sign-in replaces it.
    present: async (http) => {
      const { rpId, response } = await ask();
      listed = [rpId, response.id];
      try {
        return await finalizePasskeySignIn(http, response);
      } catch (error) {
        if (hasCode(error, "passkey-credential-not-found")) signalUnknown(client, ...listed);
        throw error;
      }
    },
  });
  if (listed) signalWhenListed(client, user.uid, ...listed);
  return user;
}
