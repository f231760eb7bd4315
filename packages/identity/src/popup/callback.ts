import { ATTEMPT_KEY, CALLBACK_CHANNEL, PendingRedirect, parseStored, REDIRECT_KEY } from "./attempt.ts";

/**
 * The only code of the page that providers redirect to. In a popup it posts the page's address to the tab that is
 * waiting and closes; after a redirect it keeps the address for that tab and goes on. Returns what it did, so that the
 * page can show a text where nothing happens.
 */
export function completeOAuthCallback(
  page: Pick<Window, "location" | "history" | "sessionStorage" | "close"> = window,
): "popup" | "redirect" | "nothing" {
  const { location, history } = page;
  const url = location.href;
  // The address holds a one-time code; it must not stay in the history or be sent on as a referrer.
  history.replaceState(null, "", location.pathname);

  let sessionStorage: Storage;
  try {
    sessionStorage = page.sessionStorage;
  } catch {
    return "nothing"; // Site data is blocked: this tab could not have started anything.
  }
  const attempt = sessionStorage.getItem(ATTEMPT_KEY);
  if (attempt) {
    sessionStorage.removeItem(ATTEMPT_KEY);
    const channel = new BroadcastChannel(CALLBACK_CHANNEL);
    channel.postMessage({ attempt, url });
    channel.close();
    page.close();
    return "popup";
  }
  const pending = parseStored(PendingRedirect, sessionStorage.getItem(REDIRECT_KEY));
  if (!pending || pending.url) return "nothing";
  sessionStorage.setItem(REDIRECT_KEY, JSON.stringify({ ...pending, url }));
  location.replace(pending.returnTo);
  return "redirect";
}
