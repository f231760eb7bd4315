import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { hasCode, IdentityError } from "../errors/identity-error.ts";
import { PASSKEY_CODES } from "../errors/passkey-codes.ts";
import {
  type Credential as AnyCredential,
  reauthenticateWithCredential,
  signInWithCredential,
} from "../sign-in/credential.ts";
import type { User } from "../user.ts";
import {
  encodeCredential,
  passkeyPlatformOf,
  requirePasskeys,
  signalUnknownPasskey,
  signalWhenListed,
} from "./authenticator.ts";
import { promptUntilAborted, runExclusiveCeremony, showPrompt } from "./ceremony.ts";
import { parseRequestOptions } from "./options.ts";

/** @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.passkeySignIn */
const SIGN_IN = "v2/accounts/passkeySignIn";

type PromptOptions = {
  /** `conditional`: in the browser's autofill, until the user picks one. */
  mediation?: "conditional";
  /** Uses a passkey of this device immediately, or rejects without a prompt. */
  uiMode?: "immediate" | undefined;
};

/**
 * Requests a challenge from the server, then a passkey from the user, within a ceremony. Rejects the signature if
 * another user has signed in or the session has ended during the prompt, in this tab or another.
 */
async function promptForPasskey(client: IdentityClient, prompt: PromptOptions, signal: AbortSignal) {
  const parts = partsOf(client);
  const { http, runner, platform } = parts;
  const { credentials, hostname } = requirePasskeys(parts);
  const generation = (await runner.firstRead()).session?.generation;
  const { publicKey, credential } = await promptUntilAborted(platform, signal, async () => {
    // The request names no user, because the passkey does.
    const publicKey = parseRequestOptions(await http(`${SIGN_IN}:start`, {}, PASSKEY_CODES));
    const get = () => credentials.get({ ...prompt, publicKey, signal });
    return { publicKey, credential: await showPrompt(platform.now, publicKey.timeout, get) };
  });
  if (runner.getSession()?.generation !== generation) throw new IdentityError("session-changed");
  const authenticatorAuthenticationResponse = encodeCredential(
    credential,
    "clientDataJSON",
    "authenticatorData",
    "signature",
    "userHandle",
  );
  return { rpId: publicKey.rpId ?? hostname, authenticatorAuthenticationResponse };
}

/** Sends a passkey to the server, and tells the authenticator the outcome. */
async function presentPasskey(
  client: IdentityClient,
  use: (client: IdentityClient, credential: AnyCredential) => Promise<User>,
  prompt: () => ReturnType<typeof promptForPasskey>,
): Promise<User> {
  let listed: [rpId: string, credentialId: string] | undefined;
  const user = await use(client, {
    providerId: "passkey",
    // Inside the ceremony, so that the sign-in counts as started while the prompt is open.
    present: async (http) => {
      const { rpId, authenticatorAuthenticationResponse } = await prompt();
      listed = [rpId, authenticatorAuthenticationResponse.id];
      try {
        return await http(`${SIGN_IN}:finalize`, { authenticatorAuthenticationResponse }, PASSKEY_CODES);
      } catch (error) {
        if (hasCode(error, "passkey-credential-not-found")) signalUnknownPasskey(client, ...listed);
        throw error;
      }
    },
  });
  if (listed && use === signInWithCredential) signalWhenListed(client, user.uid, ...listed);
  return user;
}

export type PasskeySignInOptions = {
  /** "Cancel": closes the prompt. */
  signal?: AbortSignal | undefined;
  /** Uses only a passkey of this device. Without one, rejects with `passkey-canceled` and shows no prompt. */
  immediate?: boolean;
};

/**
 * Signs in with the passkey that the user picks. A canceled prompt changes nothing.
 * @throws IdentityError `passkey-canceled`, `passkey-timed-out`, `passkey-aborted`, `passkey-invalid-address`,
 * `passkey-credential-not-found`; a request's codes
 */
export const signInWithPasskey = (
  client: IdentityClient,
  options: PasskeySignInOptions = {},
): Promise<User> => completeWithPasskey(client, options, signInWithCredential);

/**
 * Proves the user's identity again, as `requires-recent-login` demands.
 * @throws IdentityError `user-mismatch`, `passkey-canceled`, `passkey-timed-out`, `passkey-aborted`,
 * `passkey-invalid-address`, `passkey-credential-not-found`, `operation-not-supported-in-this-environment`; an
 * account's codes
 */
export const reauthenticateWithPasskey = (
  client: IdentityClient,
  options: PasskeySignInOptions = {},
): Promise<User> => completeWithPasskey(client, options, reauthenticateWithCredential);

const completeWithPasskey = async (
  client: IdentityClient,
  { signal, immediate }: PasskeySignInOptions,
  use: typeof signInWithCredential,
): Promise<User> =>
  runExclusiveCeremony(requirePasskeys(partsOf(client)).credentials, signal, (signal) =>
    presentPasskey(client, use, () =>
      promptForPasskey(client, { uiMode: immediate ? "immediate" : undefined }, signal),
    ),
  );

/** A challenge lives five minutes; autofill can wait longer. */
const RENEW_MS = 240_000;
/** The pause after a browser's immediate refusal, so that there is no tight loop. */
const AGAIN_MS = 1000;

export type PasskeyAutofillOptions = {
  /** The outcome of the sign-in with the passkey that the user picked. */
  onPick: (outcome: Promise<User>) => void;
};

/**
 * Offers passkeys in the autofill of a field with `autocomplete="username webauthn"`, and signs in with the picked
 * one. A modal ceremony interrupts it. It resumes if that ceremony fails. Without browser support, it does nothing.
 * Never throws; `onPick` gets the promise of the sign-in, with the codes of `signInWithPasskey`.
 */
export function startPasskeyAutofill(
  client: IdentityClient,
  { onPick }: PasskeyAutofillOptions,
): { stop(): void } {
  const parts = partsOf(client);
  const { credentials, publicKey } = passkeyPlatformOf(parts);
  const stopped = new AbortController();
  let cancelRenewal = () => {};

  const waitForPick = (): void => {
    cancelRenewal();
    if (!credentials || stopped.signal.aborted) return;
    cancelRenewal = parts.platform.setTimeout(waitForPick, RENEW_MS);
    const offerPasskeys = async (signal: AbortSignal) => {
      const picked = await promptForPasskey(client, { mediation: "conditional" }, signal);
      cancelRenewal();
      const outcome = presentPasskey(client, signInWithCredential, async () => picked);
      onPick(outcome);
      // The challenge is used up, so the next pick needs a new one.
      outcome.then(stopAutofill, waitForPick);
    };
    // An interrupted wait or an unreachable server is not shown to the user.
    runExclusiveCeremony(credentials, stopped.signal, offerPasskeys, waitForPick).catch((error) => {
      if (!hasCode(error, "passkey-canceled")) return;
      // The user picked a passkey and then canceled; the next pick needs a pending request.
      cancelRenewal();
      cancelRenewal = parts.platform.setTimeout(waitForPick, AGAIN_MS);
    });
  };
  const stopAutofill = () => {
    cancelRenewal();
    stopped.abort();
  };

  Promise.resolve(publicKey?.isConditionalMediationAvailable?.()).then(
    (isAvailable) => isAvailable && waitForPick(),
    () => undefined,
  );
  return { stop: stopAutofill };
}
