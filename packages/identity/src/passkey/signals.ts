import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import type { User } from "../user.ts";
import { toBase64Url, userHandle } from "./encoding.ts";
import { passkeyPlatform } from "./passkey-platform.ts";

type Signals = Pick<
  typeof PublicKeyCredential,
  "signalAllAcceptedCredentials" | "signalCurrentUserDetails" | "signalUnknownCredential"
>;

/** Signals are optional: a missing or failing signal has no effect here. */
async function signal<Name extends keyof Signals>(
  client: IdentityClient,
  name: Name,
  details: Parameters<Signals[Name]>[0],
): Promise<void> {
  const publicKey = passkeyPlatform(partsOf(client)).publicKey as Partial<Signals> | undefined;
  try {
    await publicKey?.[name]?.(details as never);
  } catch {}
}

/** Signals the account's passkeys and its current name. */
export function signalAccount(client: IdentityClient, user: User, rpId: string): void {
  const userId = userHandle(user.uid);
  const allAcceptedCredentialIds = user.passkeys.map(({ credentialId }) => toBase64Url(credentialId));
  void signal(client, "signalAllAcceptedCredentials", { rpId, userId, allAcceptedCredentialIds });
  const { email, displayName } = user;
  // Authenticators show the email as the account's name. Without an email there is nothing to correct.
  if (email)
    void signal(client, "signalCurrentUserDetails", {
      rpId,
      userId,
      name: email,
      displayName: displayName || email,
    });
}

/** The server does not know this passkey, so the authenticator should stop offering it. */
export const signalUnknown = (client: IdentityClient, rpId: string, credentialId: string): void =>
  void signal(client, "signalUnknownCredential", { rpId, credentialId });

export const hasPasskey = ({ passkeys }: User, credentialId: string): boolean =>
  passkeys.some((passkey) => toBase64Url(passkey.credentialId) === toBase64Url(credentialId));

/**
 * Signals once the profile lists the passkey that signed in. A profile without it is incomplete, and an incomplete
 * list would make the authenticator delete the missing passkeys.
 */
export function signalWhenListed(client: IdentityClient, uid: string, rpId: string, credentialId: string) {
  const look = () => {
    const state = client.getState();
    if (state.status !== "signed-in" || state.user.uid !== uid) return stop();
    if (!hasPasskey(state.user, credentialId)) return;
    stop();
    signalAccount(client, state.user, rpId);
  };
  const stop = client.subscribe(look);
  look();
}
