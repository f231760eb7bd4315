import { IdentityError } from "../errors/identity-error.ts";
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

/** Where there is no channel, or site data is blocked: what a popup or a redirect needs to remember, it cannot. */
export const unsupported = (cause?: unknown) =>
  new IdentityError("operation-not-supported-in-this-environment", { cause });

const WIDTH = 500;
const HEIGHT = 600;

/** Must be called before any `await` of a click: browsers allow a popup only while the click is handled. */
export function openPopup({ openWindow, screen }: PopupPlatform): PopupWindow {
  const left = Math.max((screen.availWidth - WIDTH) / 2, 0);
  const top = Math.max((screen.availHeight - HEIGHT) / 2, 0);
  const popup = openWindow("about:blank", `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`);
  if (!popup) throw new IdentityError("popup-blocked");
  return popup;
}
