import { tryTo } from "@tallybin/platform/browser";
import type { Timers } from "@tallybin/platform/timers";
import { IdentityError, unsupportedError } from "../errors/identity-error.ts";
import type { PageWindow, PopupWindow } from "../platform.ts";

/** Whether the popup is back at this origin with a response, where the callback page would have closed it. */
export function hasPopupReturned({ document, location }: PopupWindow, callbackUrl: string): boolean {
  const { href } = location;
  const isBack = href.startsWith(callbackUrl) || /[?&#_](code|error|token)=/.test(href);
  return isBack && document.readyState === "complete";
}

/** The address of a new window until its first page has loaded. */
export const BLANK = "about:blank";
const LANDING_POLL_MS = 100;
const LANDING_POLLS = 20;

/** Waits up to 2 s for the popup's first page: WebKit isolates a window that navigates from `about:blank`. */
export async function waitForFirstPage(popup: PopupWindow, { setTimeout }: Timers): Promise<void> {
  // Once the browser has isolated the window, reading its state throws.
  const isBlank = () => tryTo(() => popup.location.href === BLANK);
  for (let polls = 0; polls < LANDING_POLLS && isBlank(); polls += 1)
    await new Promise<void>((resolve) => setTimeout(resolve, LANDING_POLL_MS));
}

const WIDTH = 500;
const HEIGHT = 600;

/**
 * Opens a window for the option `popup`. Call it before any `await` in a click handler: browsers allow a popup only
 * while they handle the click.
 * @param popupUrl a page of this origin, or `about:blank`
 * @throws IdentityError `popup-blocked`, `operation-not-supported-in-this-environment` without a window
 */
export function openPopup(popupUrl: string, page: PageWindow = globalThis as PageWindow): PopupWindow {
  if (!page.screen) throw unsupportedError("window.open");
  const { availWidth, availHeight } = page.screen;
  const left = Math.max((availWidth - WIDTH) / 2, 0);
  const top = Math.max((availHeight - HEIGHT) / 2, 0);
  const features = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
  const popup = page.open(popupUrl, "_blank", features);
  if (!popup) throw new IdentityError("popup-blocked");
  return popup;
}
