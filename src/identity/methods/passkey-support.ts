import { siteConfig } from "../../config/site-config.ts";

/** `off`: this site offers none. `wrong-address`: the page was opened at an IP address, where none works. */
type PasskeySupport = "supported" | "wrong-address" | "unsupported" | "off";

/** Checks the browser without the passkeys' code, so that a browser without support loads nothing. */
export function passkeySupport(): PasskeySupport {
  if (!siteConfig().passkeys) return "off";
  if (!("PublicKeyCredential" in window)) return "unsupported";
  return /^[\d.]+$|:/.test(window.location.hostname) ? "wrong-address" : "supported";
}

/** Whether the browser can offer a passkey of this device immediately, and shows no prompt if there is none. */
export const hasImmediatePasskeys = async (): Promise<boolean> => {
  try {
    return (await PublicKeyCredential.getClientCapabilities())["immediateGet"] === true;
  } catch {
    return false; // the browser does not report its capabilities
  }
};

/**
 * Whether the user has just clicked or typed on this document. Browsers that offer passkeys immediately require a
 * gesture. The event counts are checked too, because some browsers report the activation of the previous document.
 */
export const hasRecentGesture = (): boolean =>
  navigator.userActivation?.isActive === true &&
  ["pointerdown", "keydown"].some((type) => (performance.eventCounts?.get(type) ?? 0) > 0);
