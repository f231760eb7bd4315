import { tryTo } from "@tallybin/platform/browser";
import { nameOf } from "../lib/browser.ts";

// The callback page loads this file, so it imports no parser. The tab that gets the response parses it.

/**
 * The name of the `meta` element of the callback page with a response that the provider has posted (`form_post`, as
 * Apple does), because a script cannot read the body of its page's request.
 */
const POSTED = "oauth-response";
/** Responses after this time are ignored. */
export const ATTEMPT_LIFETIME_MS = 600_000;

/** A provider's response: the callback page's address, and what the provider has posted there. */
export type CallbackResponse = { url: string; posted?: string | undefined };

/** A path of this origin. */
export const RETURN_PATH = /^\/(?![/\\])[^\\\p{Cc}\s]*$/u;

/**
 * The only code of the page that providers redirect to. In a popup it posts the page's address to the waiting
 * tab and closes. After a redirect it stores the address for the tab and goes back. Returns what it did, so
 * that the page can show a text if nothing happens. Never throws in a page; where site data is blocked, it returns
 * `nothing`.
 * @param namespace the client's option, if it is set
 */
export function completeOAuthCallback(
  page: Pick<Window, "location" | "history" | "sessionStorage" | "close"> & { document?: Document } = window,
  namespace?: string,
): "popup" | "redirect" | "nothing" {
  const { location, history, document } = page;
  const url = location.href;
  const meta = document?.querySelector<HTMLMetaElement>(`meta[name=${POSTED}]`);
  const posted = meta?.content;
  meta?.remove();
  // The address holds a one-time code; it must not stay in the history or be sent on as a referrer.
  history.replaceState(null, "", location.pathname);

  const sessionStorage = tryTo(() => page.sessionStorage);
  if (!sessionStorage) return "nothing"; // Site data is blocked, so this tab cannot have started a sign-in.
  const attempt = sessionStorage.getItem(nameOf("attempt", namespace));
  if (attempt) {
    sessionStorage.removeItem(nameOf("attempt", namespace));
    const channel = new BroadcastChannel(nameOf("callback", namespace));
    channel.postMessage({ attempt, url, posted });
    channel.close();
    page.close();
    return "popup";
  }
  const pending = tryTo(() => JSON.parse(sessionStorage.getItem(nameOf("redirect", namespace)) ?? ""));
  if (!RETURN_PATH.test(pending?.returnTo) || pending.url) return "nothing";
  sessionStorage.setItem(nameOf("redirect", namespace), JSON.stringify({ ...pending, url, posted }));
  location.replace(pending.returnTo);
  return "redirect";
}
