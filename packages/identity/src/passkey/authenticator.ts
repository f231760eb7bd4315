import { type ClientParts, type IdentityClient, partsOf } from "../client/client-parts.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { PasskeyPlatform } from "../platform.ts";
import type { User } from "../user.ts";

/** The browser's passkey API, or a test's replacement. */
export const passkeyPlatformOf = ({ platform }: Pick<ClientParts, "platform">): PasskeyPlatform => ({
  credentials: globalThis.navigator?.credentials,
  publicKey: globalThis.PublicKeyCredential,
  hostname: globalThis.location?.hostname ?? "",
  ...platform,
});

/**
 * The parts that a ceremony needs.
 * @throws IdentityError `operation-not-supported-in-this-environment`, `passkey-invalid-address`
 */
export function requirePasskeys(parts: Pick<ClientParts, "platform">) {
  const { credentials, publicKey, hostname } = passkeyPlatformOf(parts);
  if (!credentials || !publicKey) throw new IdentityError("operation-not-supported-in-this-environment");
  // A passkey belongs to a domain name, so an IP address has none.
  if (/^[\d.]+$|:/.test(hostname)) throw new IdentityError("passkey-invalid-address");
  return { credentials, publicKey, hostname };
}

const toBase64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** Converts an ID to the form that the browser's functions take. */
const toBase64Url = (text: string): string =>
  text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const userHandleOf = (uid: string): string => toBase64Url(toBase64(new TextEncoder().encode(uid).buffer));

/** A passkey's response in the form of Google's SDK: base64url in `id`, padded base64 in all other fields. */
export const encodeCredential = <Name extends string>(
  { id, rawId, type, response }: PublicKeyCredential,
  ...names: Name[]
) => {
  const parts = response as unknown as Record<Name, ArrayBuffer | null>;
  return {
    id: toBase64Url(id),
    rawId: toBase64(rawId),
    type,
    response: Object.fromEntries(
      // The authenticator may omit the user if the request named the passkey.
      names.map((name) => [name, toBase64(parts[name] ?? new ArrayBuffer())]),
    ) as Record<Name, string>,
  };
};

type Signals = Pick<
  typeof PublicKeyCredential,
  "signalAllAcceptedCredentials" | "signalCurrentUserDetails" | "signalUnknownCredential"
>;

/** Signals are optional: a missing or failing signal has no effect here. */
async function sendSignal<Name extends keyof Signals>(
  client: IdentityClient,
  name: Name,
  details: Parameters<Signals[Name]>[0],
): Promise<void> {
  const publicKey = passkeyPlatformOf(partsOf(client)).publicKey as Partial<Signals> | undefined;
  try {
    await publicKey?.[name]?.(details as never);
  } catch {}
}

/** Signals the account's passkeys and its current name. The authenticator deletes those that the list lacks. */
function signalAccount(client: IdentityClient, user: User, rpId: string): void {
  const userId = userHandleOf(user.uid);
  const allAcceptedCredentialIds = user.passkeys.map(({ credentialId }) => toBase64Url(credentialId));
  void sendSignal(client, "signalAllAcceptedCredentials", { rpId, userId, allAcceptedCredentialIds });
  const { email, displayName } = user;
  // Authenticators show the email as the account's name. Without an email there is nothing to correct.
  if (email)
    void sendSignal(client, "signalCurrentUserDetails", {
      rpId,
      userId,
      name: email,
      displayName: displayName || email,
    });
}

/** The server does not have this passkey, so the authenticator should stop offering it. */
export const signalUnknownPasskey = (client: IdentityClient, rpId: string, credentialId: string): void =>
  void sendSignal(client, "signalUnknownCredential", { rpId, credentialId });

export const hasPasskey = ({ passkeys }: User, credentialId: string): boolean =>
  passkeys.some((passkey) => toBase64Url(passkey.credentialId) === toBase64Url(credentialId));

/**
 * After a sign-in, signals once the profile lists the passkey that signed in. The profile of a new session lists no
 * passkey until a lookup has read them all. An older session's list can lack a passkey that another device has added.
 */
export function signalWhenListed(client: IdentityClient, uid: string, rpId: string, credentialId: string) {
  const signalIfListed = () => {
    const user = runner.getSession()?.user;
    if (user?.uid === uid && !hasPasskey(user, credentialId)) return;
    stop();
    if (user?.uid === uid) signalAccount(client, user, rpId);
  };
  const { runner } = partsOf(client);
  const stop = runner.watch(signalIfListed);
  signalIfListed();
}
