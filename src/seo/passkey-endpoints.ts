import { ORIGIN_PLACEHOLDER } from "@tallybin/contract";
import { paths } from "../config/paths.ts";

/**
 * Password managers send users here to add a passkey, and to see their passkeys.
 * @see https://www.w3.org/TR/passkey-endpoints/
 */
export const passkeyEndpoints = (): string => {
  const settings = `${ORIGIN_PLACEHOLDER}${paths.settings}#passkeys`;
  return JSON.stringify({ enroll: settings, manage: settings });
};
