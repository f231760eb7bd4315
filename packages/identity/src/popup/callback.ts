import { attemptKey, callbackChannel, PendingRedirect, parseStored, redirectKey } from "./attempt.ts";

/**
 * The only code of the page that providers redirect to. In a popup it posts the page's address to the waiting
 * tab and closes. After a redirect it stores the address for the tab and goes back. Returns what it did, so
 * that the page can show a text if nothing happens.
 * @param namespace the client's option, if it is set
 */
export function completeOAuthCallback(
  page: Pick<Window, "location" | "history" | "sessionStorage" | "close"> = window,
  namespace?: string,
): "popup" | "redirect" | "nothing" {
  const { location, history } = page;
  const url = location.href;
  // The address holds a one-time code; it must not stay in the history or be sent on as a referrer.
  history.replaceState(null, "", location.pathname);

  let sessionStorage: Storage;
  try {
    sessionStorage = page.sessionStorage;
  } catch {
    return "nothing"; // Site data is blocked, so this tab cannot have started a sign-in.
  }
  const attempt = sessionStorage.getItem(attemptKey(namespace));
  if (attempt) {
    sessionStorage.removeItem(attemptKey(namespace));
    const channel = new BroadcastChannel(callbackChannel(namespace));
    channel.postMessage({ attempt, url });
    channel.close();
    page.close();
    return "popup";
  }
  const pending = parseStored(PendingRedirect, sessionStorage.getItem(redirectKey(namespace)));
  if (!pending || pending.url) return "nothing";
  sessionStorage.setItem(redirectKey(namespace), JSON.stringify({ ...pending, url }));
  location.replace(pending.returnTo);
  return "redirect";
}
