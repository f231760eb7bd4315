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
  /** Only a passkey of this device, offered at once; without one, rejects with `passkey-canceled` and shows nothing. */
  immediate?: boolean;
};

/**
 * Signs in with a passkey that the person picks. A prompt that is canceled changes nothing.
 * @throws IdentityError `passkey-canceled`, `passkey-timed-out`, `passkey-aborted`, `passkey-invalid-address`,
 * `passkey-credential-not-found`, `multi-factor-auth-required`: see `getMultiFactorResolver`
 */
export const signInWithPasskey = (
  client: IdentityClient,
  options: PasskeySignInOptions = {},
): Promise<User> => withPasskey(client, options, signInWithCredential);

/** Proves once more who is signed in, as `requires-recent-login` asks for. */
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
