import type { PublicConfig } from "@tallybin/contract";
import { routeAt } from "../app/routes.ts";
import { absoluteUrl } from "../config/config.ts";
import { sessionStore } from "../identity/session-store.ts";
import { now } from "../lib/clock.ts";
import { type Analytics, createAnalytics } from "./analytics.ts";
import { browserSaysNo, readChoice, watchChoice, writeChoice } from "./consent.ts";
import { type Consent, consentStore } from "./consent-store.ts";
import type { PageFacts } from "./message.ts";

/** Tells each path that is shown, from now on. */
type Pages = { path(): string; subscribe(listener: () => void): () => void };
type Config = NonNullable<PublicConfig["analytics"]>;

/** By the route's own address: what somebody typed into the address line is nobody's business. */
function factsOf(path: string, referrer: string | undefined): PageFacts {
  const { info } = routeAt(path);
  return {
    path: info.path,
    title: info.title,
    url: window.location.origin + info.path,
    ...(referrer ? { referrer } : {}),
  };
}

/** Counts pages and tells who is signed in, for as long as that is agreed to. */
function run(config: Config, pages: Pages): () => void {
  const analytics: Analytics = createAnalytics({
    now,
    plugins: [
      {
        load: async () => {
          const { createHttpSink } = await import("./http-sink.ts");
          const endpoint = absoluteUrl(config.endpoint, window.location.origin);
          return createHttpSink({ endpoint, writeKey: config.writeKey });
        },
      },
    ],
  });
  let referrer = document.referrer ? new URL(document.referrer).origin : undefined;
  let counted: string | undefined;
  const view = () => {
    const path = pages.path();
    if (path === counted) return; // another query on the same page
    counted = path;
    const facts = factsOf(path, referrer);
    analytics.page(facts);
    referrer = facts.url;
  };
  const follow = () => {
    const session = sessionStore.getState();
    if (session.status === "signed-in") analytics.identify(session.user.uid);
    if (session.status === "signed-out") analytics.reset();
  };
  follow();
  view();
  const stops = [pages.subscribe(view), sessionStore.subscribe(follow)];
  window.addEventListener("pagehide", analytics.flush);
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener("pagehide", analytics.flush);
    analytics.stop();
  };
}

/** Asks, and starts or stops as the answer says. Called only where an endpoint is configured. */
export function startAnalytics(config: Config, pages: Pages): void {
  let stop: (() => void) | undefined;
  const obey = ({ choice }: Consent) => {
    if (choice === "accepted") stop ??= run(config, pages);
    else {
      stop?.();
      stop = undefined;
    }
  };
  consentStore.subscribe(obey);

  const isForbidden = browserSaysNo();
  const choice = isForbidden ? "rejected" : readChoice();
  consentStore.setState({
    isOffered: true,
    isForbidden,
    choice,
    isOpen: choice === undefined,
    choose: (chosen) => {
      writeChoice(chosen, now());
      consentStore.setState({ choice: chosen, isOpen: false });
    },
  });
  if (!isForbidden) watchChoice((chosen) => consentStore.setState({ choice: chosen, isOpen: false }));
}
