import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { signInWithCredential } from "../sign-in/credential.ts";
import { reauthenticateWithCredential } from "../sign-in/reauthenticate.ts";
import type { User } from "../user.ts";
import { exclusively } from "./ceremony.ts";
import { askForPasskey, presentPasskey } from "./passkey-credential.ts";
import { requirePasskeys } from "./passkey-platform.ts";

export type PasskeySignInOptions = {
  /** "Cancel": closes the prompt. */
  signal?: AbortSignal | undefined;
  /** Uses only a passkey of this device. Without one, rejects with `passkey-canceled` and shows no prompt. */
  immediate?: boolean;
};

/**
 * Signs in with the passkey that the user picks. A canceled prompt changes nothing.
 * @throws IdentityError `passkey-canceled`, `passkey-timed-out`, `passkey-aborted`, `passkey-invalid-address`,
 * `passkey-credential-not-found`
 */
export const signInWithPasskey = (
  client: IdentityClient,
  options: PasskeySignInOptions = {},
): Promise<User> => withPasskey(client, options, signInWithCredential);

/** Proves the user's identity again, as `requires-recent-login` demands. */
export const reauthenticateWithPasskey = (
  client: IdentityClient,
  options: PasskeySignInOptions = {},
): Promise<User> => withPasskey(client, options, reauthenticateWithCredential);

const withPasskey = async (
  client: IdentityClient,
  { signal, immediate }: PasskeySignInOptions,
  use: typeof signInWithCredential,
): Promise<User> =>
  exclusively(requirePasskeys(partsOf(client)).credentials, signal, (signal) =>
    presentPasskey(client, use, () =>
      askForPasskey(client, { uiMode: immediate ? "immediate" : undefined }, signal),
    ),
  );
