import { IdentityError } from "../errors/identity-error.ts";
import type { Timers } from "../lib/deadline.ts";
import type { Platform, PopupPlatform, PopupWindow } from "../platform.ts";

export const popupPlatform = (platform: Platform): PopupPlatform => ({
  openWindow: (url, features) => open(url, "_blank", features),
  screen: globalThis.screen,
  get tabStorage() {
    return sessionStorage;
  },
  navigate: (url) => location.assign(url),
  hasFocus: () => document.hasFocus(),
  ...platform,
});

/**
 * The error for a popup or redirect that cannot store its state, because there is no channel or site data is blocked.
 */
export const unsupported = (cause?: unknown) =>
  new IdentityError("operation-not-supported-in-this-environment", { cause });

/** The address of a new window until its first page has loaded. */
export const BLANK = "about:blank";
const LANDING_POLL_MS = 100;
const LANDING_POLLS = 20;

/**
 * Waits until the popup shows its first page, for at most 2 s: WebKit isolates a window that navigates from
 * `about:blank`.
 */
export async function landed(popup: PopupWindow, { setTimeout }: Timers): Promise<void> {
  const isBlank = () => {
    try {
      return popup.location.href === BLANK;
    } catch {
      return false; // The browser has isolated the window, so its state is no longer visible.
    }
  };
  for (let polls = 0; polls < LANDING_POLLS && isBlank(); polls += 1)
    await new Promise<void>((resolve) => setTimeout(resolve, LANDING_POLL_MS));
}

const WIDTH = 500;
const HEIGHT = 600;

/** Call it before any `await` in a click handler: browsers allow a popup only while they handle the click. */
export function openPopup({ openWindow, screen }: PopupPlatform, url: string): PopupWindow {
  const left = Math.max((screen.availWidth - WIDTH) / 2, 0);
  const top = Math.max((screen.availHeight - HEIGHT) / 2, 0);
  const popup = openWindow(url, `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`);
  if (!popup) throw new IdentityError("popup-blocked");
  return popup;
}
