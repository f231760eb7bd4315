import type { ClientParts } from "../client/client-parts.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { PasskeyPlatform } from "../platform.ts";

/** The browser's passkey API, or a test's replacement. */
export const passkeyPlatform = ({ platform }: Pick<ClientParts, "platform">): PasskeyPlatform => ({
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
  const { credentials, publicKey, hostname } = passkeyPlatform(parts);
  if (!credentials || !publicKey) throw new IdentityError("operation-not-supported-in-this-environment");
  // A passkey belongs to a domain name, so an IP address has none.
  if (/^[\d.]+$|:/.test(hostname)) throw new IdentityError("passkey-invalid-address");
  return { credentials, publicKey, hostname };
}
