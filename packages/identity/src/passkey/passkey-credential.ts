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
  /** `conditional`: in the browser's autofill, until the person picks one. */
  mediation?: "conditional";
  /** A passkey of this device at once, or a refusal without any prompt. */
  uiMode?: "immediate" | undefined;
};

/**
 * Asks the server for a challenge and the person for a passkey, within a ceremony. What is signed is refused once somebody
 * else has signed in or out behind the prompt, here or in another tab.
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

/** Presents a passkey, and tells the authenticator what the server says of it. */
export async function presentPasskey(
  client: IdentityClient,
  use: (client: IdentityClient, credential: AnyCredential) => Promise<User>,
  ask: () => ReturnType<typeof askForPasskey>,
): Promise<User> {
  let listed: [rpId: string, credentialId: string] | undefined;
  const user = await use(client, {
    providerId: "passkey",
    // Asked inside, so that the sign-in counts as begun while the prompt is open: a later one overtakes it.
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
