import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { hasCode } from "../errors/identity-error.ts";
import { signInWithCredential } from "../sign-in/credential.ts";
import type { User } from "../user.ts";
import { exclusively } from "./ceremony.ts";
import { askForPasskey, presentPasskey } from "./passkey-credential.ts";
import { passkeyPlatform } from "./passkey-platform.ts";

/** A challenge lives five minutes, and autofill waits longer than that. */
const RENEW_MS = 240_000;
/** A browser that refuses at once must not be asked without a pause. */
const AGAIN_MS = 1000;

export type PasskeyAutofillOptions = {
  /** The person has picked a passkey: what becomes of the sign-in. */
  onPick: (outcome: Promise<User>) => void;
};

/**
 * Offers passkeys in the autofill of a field with `autocomplete="username webauthn"`, and signs in with the one that is
 * picked. A modal ceremony interrupts it; it goes on when that has failed. Where the browser cannot do this, nothing happens.
 */
export function startPasskeyAutofill(
  client: IdentityClient,
  { onPick }: PasskeyAutofillOptions,
): { stop(): void } {
  const parts = partsOf(client);
  const { credentials, publicKey } = passkeyPlatform(parts);
  const stopped = new AbortController();
  let cancelRenewal = () => {};

  const wait = (): void => {
    cancelRenewal();
    if (!credentials || stopped.signal.aborted) return;
    cancelRenewal = parts.platform.setTimeout(wait, RENEW_MS);
    const run = async (signal: AbortSignal) => {
      const picked = await askForPasskey(client, { mediation: "conditional" }, signal);
      cancelRenewal();
      const outcome = presentPasskey(client, signInWithCredential, async () => picked);
      onPick(outcome);
      // The next pick needs a new challenge: this one is used up.
      outcome.then(stop, wait);
    };
    // A wait that was interrupted, or a server that could not be reached, is no news for the person.
    exclusively(credentials, stopped.signal, run, wait).catch((error) => {
      if (!hasCode(error, "passkey-canceled")) return;
      // The person has picked one and then thought again: the next pick needs a request to answer.
      cancelRenewal();
      cancelRenewal = parts.platform.setTimeout(wait, AGAIN_MS);
    });
  };
  const stop = () => {
    cancelRenewal();
    stopped.abort();
  };

  Promise.resolve(publicKey?.isConditionalMediationAvailable?.()).then(
    (isAvailable) => isAvailable && wait(),
    () => undefined,
  );
  return { stop };
}
