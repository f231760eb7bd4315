import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { hasCode } from "../errors/identity-error.ts";
import { signInWithCredential } from "../sign-in/credential.ts";
import type { User } from "../user.ts";
import { exclusively } from "./ceremony.ts";
import { askForPasskey, presentPasskey } from "./passkey-credential.ts";
import { passkeyPlatform } from "./passkey-platform.ts";

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
      // The challenge is used up, so the next pick needs a new one.
      outcome.then(stop, wait);
    };
    // An interrupted wait or an unreachable server is not shown to the user.
    exclusively(credentials, stopped.signal, run, wait).catch((error) => {
      if (!hasCode(error, "passkey-canceled")) return;
      // The user picked a passkey and then canceled; the next pick needs a pending request.
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
