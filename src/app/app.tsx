import "../styles/global.css.ts";
import type { PublicConfig } from "@tallybin/contract/public-config";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Router, useLocation } from "wouter";
import { useConsent } from "../analytics/consent-store.ts";
import { Link } from "../components/link/link.tsx";
import { PageSpinner } from "../components/page-spinner/page-spinner.tsx";
import { dropControlState } from "../lib/kept-controls.ts";
import { lazyComponent } from "../lib/lazy-component.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { PageHead } from "../seo/page-head.tsx";
import { ConnectionBanner, SignedOutBanner } from "../shell/connection-banner.tsx";
import { ErrorBoundary } from "../shell/error-boundary.tsx";
import * as styles from "../shell/shell.css.ts";
import { shellTexts } from "../shell/shell-texts.tsx";
import { SiteFooter } from "../shell/site-footer.tsx";
import { SiteHeader } from "../shell/site-header.tsx";
import type { LocationSource } from "./navigation.ts";
import { type Route, routeAt } from "./routes.ts";
import { useArrival } from "./use-arrival.ts";

/** In a chunk of its own, because only the local services need it. */
const LocalBadge = lazyComponent(async () => (await import("../shell/local-badge.tsx")).LocalBadge);

type AppProps = { location: LocationSource; origin: string; local?: PublicConfig["local"] };

export const App = ({ location, origin, local = null }: AppProps) => (
  <Router hook={location.hook} searchHook={location.searchHook}>
    <Shell location={location} origin={origin} local={local} />
  </Router>
);

function Shell({ location, origin, local }: Required<AppProps>) {
  const [path] = useLocation();
  const route = routeAt(path);
  const { arrival, unreachable } = location.useShown();
  useArrival(path, arrival);
  return (
    <>
      <PageHead info={route.info} origin={origin} />
      <div className={styles.shell} data-app="">
        <Link className={styles.skipLink} href="#content" text={shellTexts.skip} />
        <ConsentQuestion />
        <ConnectionBanner unreachablePage={unreachable}>
          {route.access === "public" && <SignedOutBanner key={arrival} />}
        </ConnectionBanner>
        <SiteHeader currentPath={path} arrival={arrival} latestNavigation={location.latestNavigation} />
        <main id="content" className={styles.main} tabIndex={-1}>
          <ErrorBoundary resetKey={path}>
            <Suspense fallback={<PageSpinner />}>
              <Page key={route.info.path} route={route} />
            </Suspense>
          </ErrorBoundary>
        </main>
        <SiteFooter currentPath={path} />
        {local && (
          <AfterHydration>
            <LocalBadge workbenchUrl={local.workbenchUrl} />
          </AfterHydration>
        )}
      </div>
    </>
  );
}

/** Prerendered pages cannot know the mode. A component of its own, so that hydration renders nothing else again. */
const AfterHydration = ({ children }: { children: ReactNode }) =>
  useHydrated() && <Suspense>{children}</Suspense>;

function Page({ route }: { route: Route }) {
  // Choose the component once per mount, because another component later would remount the page and lose typed text.
  const [Content] = useState(() => route.page.loaded() ?? route.page.Lazy);
  useEffect(dropControlState, []);
  return <Content {...route.props} />;
}

/** If the banner's chunk does not load, the question is not asked and nothing is counted. */
const ConsentBanner = lazyComponent(
  async () => (await import("../analytics/consent-banner.tsx")).ConsentBanner,
);

function ConsentQuestion() {
  const { isOpen } = useConsent();
  return (
    isOpen && (
      <Suspense fallback={null}>
        <ConsentBanner />
      </Suspense>
    )
  );
}
