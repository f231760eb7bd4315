import { accessOf } from "../config/paths.ts";
import { siteConfig } from "../config/site-config.ts";
import { startSession } from "../identity/client/client.ts";
import { needsSignIn, waitForKnownSession } from "../identity/state/session-store.ts";
import { startUserStorage } from "../identity/state/user-storage.ts";
import { startEarlyForms } from "./early-forms.ts";

// The site's first script. It has no React, the largest file of a page, so that it runs seconds earlier on a slow
// connection. The session and the requests of held presses start here; React then shows their outcomes.

const announceLost = () => window.dispatchEvent(new Event("page-lost"));

function startPage(): void {
  // Start the session before the other chunks have loaded, so that storage and code load in parallel.
  startSession(siteConfig(), { eager: accessOf(window.location.pathname) !== "public" });
  startUserStorage();
  startEarlyForms();
  // The header then shows its sign-in link, before React.
  void waitForKnownSession().then((session) => {
    if (needsSignIn(session)) document.documentElement.dataset["visitor"] = "";
  });
}

/**
 * Runs work after the next paint. On a slow connection, React would share the line with what the first paint and the
 * first press need. A page in the background is not painted.
 */
function afterPaint(work: () => void): void {
  if (document.hidden) work();
  else requestAnimationFrame(() => requestAnimationFrame(work));
}

function startReact(root: HTMLElement): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>("[rel=later]")) link.rel = "modulepreload";
  import("./hydrate.lazy.tsx").then(({ hydrate }) => hydrate(root), announceLost);
}

// The popup's return page has no root. It loads this file with the code that it shares with the site, and starts nothing.
const root = document.getElementById("root");
if (root) {
  try {
    startPage();
    afterPaint(() => startReact(root));
  } catch (error) {
    announceLost();
    throw error; // report it as an uncaught error
  }
}
