import type { PublicConfig } from "@tallybin/contract";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { startUserDocument } from "../account/live-document.ts";
import { App } from "../app/app.tsx";
import { createNavigation, settleAddress } from "../app/navigation.ts";
import { isPrivate, routeAt } from "../app/routes.ts";
import { chunkArrived, reloadOnce } from "../app/stale-chunk.ts";
import { siteConfig } from "../config/site-config.ts";
import { clockMoved, fetchIdentity, startSession } from "../identity/client.ts";
import { startUserStorage } from "../identity/user-storage.ts";
import { removeServiceWorkers } from "../lib/site-data.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { PageFailed } from "../shell/error-boundary.tsx";

/** What React renders into the head itself; a page that is not hydrated would have it twice. */
const RENDERED_HEAD =
  'title, meta[name="description"], meta[name="robots"], meta[property^="og:"], meta[name^="twitter:"], link[rel="canonical"]';

async function start(root: HTMLElement, prerendered: boolean): Promise<void> {
  const config = siteConfig();
  settleAddress(window);
  const route = routeAt(window.location.pathname);
  // Before the page's chunk arrives: reading storage and fetching code take their time side by side.
  startSession(config, { eager: isPrivate(route) });
  startUserStorage();
  startUserDocument();

  try {
    await route.page.load(); // before hydration: the page then renders at once, without a fallback
    chunkArrived(window);
  } catch {
    if (!reloadOnce(window, window.location.href)) sayFailed(root, prerendered);
    return;
  }

  const navigation = createNavigation(
    window,
    (href) => {
      if (!reloadOnce(window, href)) window.location.assign(href);
    },
    (pointedAt) => {
      if (isPrivate(pointedAt)) fetchIdentity();
    },
  );
  navigation.start();
  const tree = (
    <StrictMode>
      <App location={navigation.source} origin={config.origin} local={config.local} />
    </StrictMode>
  );
  if (prerendered) {
    // What has run so far and the taking over are a task each, and the latter one that gives way: a page that can be
    // read already must not answer a finger late.
    await nextTask();
    startTransition(() => {
      hydrateRoot(root, tree);
    });
  } else {
    for (const element of document.head.querySelectorAll(RENDERED_HEAD)) element.remove();
    createRoot(root).render(tree);
  }
  whenIdle(() => {
    if (config.local) followClock(config.local.clockUrl);
    if (config.analytics) countVisits(config.analytics, navigation);
    // One left over from an earlier life of this origin would serve its old pages for ever.
    void removeServiceWorkers();
  });
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** A prerendered page can still be read: the early script puts a message above it, not in its place. */
function sayFailed(root: HTMLElement, prerendered: boolean): void {
  if (!prerendered) {
    createRoot(root).render(<PageFailed />);
    return;
  }
  window.dispatchEvent(new Event("page-lost"));
}

/** A page that is left cancels the chunks under way: what only adds to a page reports no error when it does not load. */
function whenLoaded<Chunk>(chunk: Promise<Chunk>, use: (chunk: Chunk) => void): void {
  chunk.then(use, () => undefined);
}

function followClock(clockUrl: string): void {
  whenLoaded(import("../lib/local-clock.ts"), ({ followLocalClock }) => {
    followLocalClock(clockUrl, clockMoved);
  });
}

/** Without a configured endpoint nothing of this is loaded, and nobody is asked. */
function countVisits(
  config: NonNullable<PublicConfig["analytics"]>,
  navigation: ReturnType<typeof createNavigation>,
): void {
  whenLoaded(import("../analytics/start.ts"), ({ startAnalytics }) => startAnalytics(config, navigation));
}

const root = document.getElementById("root");
if (!root) throw new Error("#root is missing");
const prerendered = root.hasAttribute("data-prerendered");
start(root, prerendered).catch((error: unknown) => {
  sayFailed(root, prerendered);
  throw error; // so that it is reported as the uncaught error it is
});
