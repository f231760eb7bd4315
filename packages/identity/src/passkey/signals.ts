import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import type { User } from "../user.ts";
import { toBase64Url, userHandle } from "./encoding.ts";
import { passkeyPlatform } from "./passkey-platform.ts";

type Signals = Pick<
  typeof PublicKeyCredential,
  "signalAllAcceptedCredentials" | "signalCurrentUserDetails" | "signalUnknownCredential"
>;

/** A signal is a courtesy to the authenticator: one that an engine lacks or refuses changes nothing here. */
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

/** Which passkeys an account has, and how it is called now. */
export function signalAccount(client: IdentityClient, user: User, rpId: string): void {
  const userId = userHandle(user.uid);
  const allAcceptedCredentialIds = user.passkeys.map(({ credentialId }) => toBase64Url(credentialId));
  void signal(client, "signalAllAcceptedCredentials", { rpId, userId, allAcceptedCredentialIds });
  const { email, displayName } = user;
  // The account's name in an authenticator is its email; without one there is nothing to correct.
  if (email)
    void signal(client, "signalCurrentUserDetails", {
      rpId,
      userId,
      name: email,
      displayName: displayName || email,
    });
}

/** The server does not know this passkey: the authenticator should stop offering it. */
export const signalUnknown = (client: IdentityClient, rpId: string, credentialId: string): void =>
  void signal(client, "signalUnknownCredential", { rpId, credentialId });

export const hasPasskey = ({ passkeys }: User, credentialId: string): boolean =>
  passkeys.some((passkey) => toBase64Url(passkey.credentialId) === toBase64Url(credentialId));

/**
 * Signals once the profile lists the passkey that signed in. A profile without it says nothing of the account's passkeys,
 * and a list that lacks some would make the authenticator delete them.
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
