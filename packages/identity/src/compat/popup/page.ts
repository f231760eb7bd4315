import { attachParts, type IdentityClient, partsOf } from "../../client/client-parts.ts";
import { tryTo } from "../../lib/browser.ts";
import type { PopupWindow } from "../../platform.ts";
import { attemptKey, completeOAuthCallback } from "../../popup/callback.ts";
import { BLANK, openPopup } from "../../popup/popup-platform.ts";
import { readPendingRedirect } from "../../popup/redirect.ts";

// An application that changes one import has no callback page, so its own pages do that work: popups and redirects
// return to the page that started them, unless the option `callbackUrl` names another one.

type Page = Pick<Window, "location" | "history" | "sessionStorage" | "document" | "close">;

/** How often the opener looks for a response in its popup, whose page need not run this package. */
const LOOK_MS = 100;

/** A provider's response has one of these parameters, or was posted to the server. */
const hasResponse = ({ location, document }: Page): boolean =>
  /[?&#_](code|error|token|denied|verifier)=/.test(location.href) ||
  !!document.querySelector("meta[name=oauth-response]");

export const pageOf = (client: IdentityClient) =>
  (partsOf(client).platform.window ?? globalThis) as unknown as Page;

/** The clients of pages that are about to end, which must not use the response. */
const leaving = new WeakSet<IdentityClient>();

/** Never resolves in a page that hands the response to another page. */
export const waitUnlessLeaving = (client: IdentityClient): Promise<void> =>
  new Promise((resolve) => leaving.has(client) || resolve());

/**
 * Takes the provider's response if this page has one: it is back in a popup, which then closes, or after a redirect.
 * Call it before the application reads the address. Never throws.
 */
export function takeResponse(client: IdentityClient): void {
  const page = pageOf(client);
  const { namespace } = partsOf(client).platform;
  tryTo(() => {
    const { location, history, sessionStorage, document } = page;
    const { returnTo } = readPendingRedirect(client) ?? {};
    // An address that ends in `returnTo` has no response, although it may have a parameter of the same name.
    const isBack = !!returnTo && !location.href.endsWith(returnTo);
    if (!hasResponse(page) || !(isBack || sessionStorage.getItem(attemptKey(namespace)))) return;
    const { href, pathname } = location;
    const replaceAddress = (path: string) => {
      // After a return to the page where the redirect started, change only its address, because it has just loaded.
      if (new URL(path, href).pathname === pathname) return history.replaceState(null, "", path);
      leaving.add(client);
      location.replace(path);
    };
    completeOAuthCallback(
      {
        location: { href, pathname, replace: replaceAddress } as Location,
        history,
        sessionStorage,
        document,
        close: () => page.close(),
      },
      namespace,
    );
  });
}

/** The client of a popup or redirect: without the option `callbackUrl`, it returns to this page. */
export function withCallbackHere(client: IdentityClient): IdentityClient {
  const parts = partsOf(client);
  const { origin, pathname } = pageOf(client).location ?? {};
  const callbackUrl = parts.platform.callbackUrl ?? `${origin}${pathname}`;
  return attachParts({ ...client }, { ...parts, platform: { ...parts.platform, callbackUrl } });
}

/** Opens a popup that returns to this page, and takes the response from it as soon as it is back. */
export async function runInPopup<T>(
  client: IdentityClient,
  run: (client: IdentityClient, popup: PopupWindow) => Promise<T>,
): Promise<T> {
  const { setTimeout, namespace, popupUrl = BLANK, window } = partsOf(client).platform;
  const popup = openPopup(popupUrl, window);
  const page = popup as unknown as Page;
  let clearTimer = () => {};
  const takeResponseFromPopup = () => {
    // The provider's page cannot be read.
    tryTo(() => {
      if (hasResponse(page) && page.sessionStorage.getItem(attemptKey(namespace)))
        completeOAuthCallback(page, namespace);
    });
    clearTimer = setTimeout(takeResponseFromPopup, LOOK_MS);
  };
  takeResponseFromPopup();
  try {
    return await run(withCallbackHere(client), popup);
  } catch (error) {
    // The client closes the windows that it has used.
    popup.close();
    throw error;
  } finally {
    clearTimer();
  }
}
