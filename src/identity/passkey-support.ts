import { siteConfig } from "../config/site-config.ts";

/** `off`: this site offers none. `wrong-address`: the browser has passkeys, but a page opened at a number cannot use them. */
type PasskeySupport = "supported" | "wrong-address" | "unsupported" | "off";

/** Answered without the passkeys' code, so that a browser without passkeys fetches nothing. */
export function passkeySupport(): PasskeySupport {
  if (!siteConfig().passkeys) return "off";
  if (!("PublicKeyCredential" in window)) return "unsupported";
  return /^[\d.]+$|:/.test(window.location.hostname) ? "wrong-address" : "supported";
}

/** Whether the browser offers a passkey of this device at once, or nothing at all. */
export const hasImmediatePasskeys = async (): Promise<boolean> => {
  try {
    return (await PublicKeyCredential.getClientCapabilities())["immediateGet"] === true;
  } catch {
    return false; // the browser does not say what it can do
  }
};

/** What browsers that know of it ask: a prompt needs a recent click or key. */
export const hasRecentGesture = (): boolean => navigator.userActivation?.isActive === true;
