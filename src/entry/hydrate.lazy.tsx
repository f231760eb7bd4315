import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { userDocument } from "../account/live-document.ts";
import { App } from "../app/app.tsx";
import { createNavigation, settleAddress } from "../app/navigation.ts";
import { isPrivateRoute, routeAt } from "../app/routes.ts";
import { noteChunkArrived, reloadOnce } from "../app/stale-chunk.ts";
import { PageSpinner } from "../components/page-spinner/page-spinner.tsx";
import { siteConfig } from "../config/site-config.ts";
import { clockMoved, fetchIdentity } from "../identity/client/client.ts";
import { keepControlState } from "../lib/kept-controls.ts";
import { removeServiceWorkers } from "../lib/site-data.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { PageFailed } from "../shell/error-boundary.tsx";

/** The elements that React renders into the head; a page that is not hydrated would have them twice. */
const RENDERED_HEAD =
  "title, [property], [name^=twitter], [name=description], [name=robots], [rel=canonical]";

/** @param empty the root of a page that is not prerendered */
async function renderApp(root: HTMLElement, empty: Root | undefined): Promise<void> {
  empty?.render(<PageSpinner />);
  const config = siteConfig();
  settleAddress(window);
  const route = routeAt(window.location.pathname);
  userDocument.start();

  try {
    await route.page.load(); // load before hydration, so that the page renders immediately, without a fallback
    noteChunkArrived(window);
  } catch {
    if (!reloadOnce(window, window.location.href)) showFailure(empty);
    return;
  }

  const navigation = createNavigation(
    window,
    (href) => {
      if (!reloadOnce(window, href)) window.location.assign(href);
    },
    (pointedAt) => {
      if (isPrivateRoute(pointedAt)) fetchIdentity();
    },
  );
  navigation.start();
  const tree = (
    <StrictMode>
      <App location={navigation.source} origin={config.origin} local={config.local} />
    </StrictMode>
  );
  if (!empty) {
    // Yield between loading and hydration, because a readable page must respond to input quickly.
    await new Promise((resolve) => setTimeout(resolve));
    const restoreControls = keepControlState(root);
    startTransition(() => {
      hydrateRoot(root, tree, {
        onRecoverableError(error) {
          restoreControls();
          console.debug(error);
        },
      });
    });
  } else {
    for (const element of document.head.querySelectorAll(RENDERED_HEAD)) element.remove();
    empty.render(tree);
  }
  const { local, analytics } = config;
  whenIdle(() => {
    // Leaving a page cancels its pending chunks, so optional code reports no error if it does not load.
    const ignore = () => undefined;
    if (local)
      import("../lib/local-clock.ts").then(
        ({ followLocalClock }) => followLocalClock(local.clockUrl, clockMoved),
        ignore,
      );
    // Without a configured endpoint none of this loads, and there is no question.
    if (analytics)
      import("../analytics/start.ts").then(
        ({ startAnalytics }) => startAnalytics(analytics, navigation),
        ignore,
      );
    // A service worker from an earlier site on this origin would serve its old pages indefinitely.
    void removeServiceWorkers();
  });
}

/** A prerendered page is still readable, so the early script puts a message above it instead of replacing it. */
function showFailure(empty: Root | undefined): void {
  if (empty) empty.render(<PageFailed />);
  else window.dispatchEvent(new Event("page-lost"));
}

/** Hydrates the page, or renders one that is not prerendered. */
export function hydrate(root: HTMLElement): void {
  const empty = root.hasAttribute("data-prerendered") ? undefined : createRoot(root);
  renderApp(root, empty).catch((error: unknown) => {
    showFailure(empty);
    throw error; // report it as an uncaught error
  });
}
