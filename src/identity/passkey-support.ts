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

/**
 * Whether the user has just clicked or typed on this document. Browsers that offer passkeys at once require a gesture. The
 * event counts are checked as well, because some browsers report the activation of the document before.
 */
export const hasRecentGesture = (): boolean =>
  navigator.userActivation?.isActive === true &&
  ["pointerdown", "keydown"].some((type) => (performance.eventCounts?.get(type) ?? 0) > 0);
