import type { PublicConfig } from "@tallybin/contract";
import { routeAt } from "../app/routes.ts";
import { absoluteUrl } from "../config/config.ts";
import { sessionStore } from "../identity/state/session-store.ts";
import { now } from "../lib/clock.ts";
import { type Analytics, createAnalytics } from "./analytics.ts";
import { browserSaysNo, type Choice, readChoice, watchChoice, writeChoice } from "./consent.ts";
import { type Consent, consentStore } from "./consent-store.ts";
import type { PageFacts } from "./message.ts";
import { forgetVisitor } from "./visitor.ts";

/** Reports each shown path from now on. */
type Pages = { path(): string; subscribe(listener: () => void): () => void };
type Config = NonNullable<PublicConfig["analytics"]>;

/** Uses the route's own path, because text that a user typed into the address bar may be personal. */
function factsOf(path: string, referrer: string | undefined): PageFacts {
  const { info } = routeAt(path);
  return {
    path: info.path,
    title: info.title,
    url: window.location.origin + info.path,
    ...(referrer ? { referrer } : {}),
  };
}

/** Whether storage has been read, or cannot be. */
const isKnown = (): boolean => {
  const session = sessionStore.getState();
  return session.status !== "unknown" || session.reason !== undefined;
};

/** Counts pages and identifies the user, while consent lasts. */
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
  /** Paths that were shown before storage was read. */
  let waiting: string[] = [];
  const count = (path: string) => {
    const facts = factsOf(path, referrer);
    analytics.page(facts);
    referrer = facts.url;
  };
  const view = () => {
    const path = pages.path();
    if (path === counted) return; // only the query has changed
    counted = path;
    if (isKnown()) count(path);
    else waiting.push(path);
  };
  const follow = () => {
    if (!isKnown()) return;
    const session = sessionStore.getState();
    if (session.status === "signed-in") analytics.identify(session.user.uid);
    else analytics.reset(); // if storage cannot be read, the earlier user is unknown, so reset then too
    for (const path of waiting) count(path);
    waiting = [];
  };
  view();
  follow();
  const stops = [pages.subscribe(view), sessionStore.subscribe(follow)];
  window.addEventListener("pagehide", analytics.flush);
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener("pagehide", analytics.flush);
    analytics.stop();
  };
}

/**
 * Asks for consent, and starts or stops accordingly. Called only if an endpoint is configured.
 * @returns the function that ends it
 */
export function startAnalytics(config: Config, pages: Pages): () => void {
  let stop: (() => void) | undefined;
  const obey = ({ choice }: Consent) => {
    if (choice === "accepted") {
      stop ??= run(config, pages);
      return;
    }
    stop?.();
    stop = undefined;
    forgetVisitor(); // an earlier choice may have left a visitor ID
  };
  const current = () => (browserSaysNo() ? "rejected" : readChoice());
  const show = (choice: Choice | undefined) =>
    consentStore.setState({ choice, isOpen: choice === undefined, isForbidden: browserSaysNo() });
  const read = () => {
    const { choice, isForbidden } = consentStore.getState();
    if (current() !== choice || browserSaysNo() !== isForbidden) show(current());
  };
  const ends = [consentStore.subscribe(obey), watchChoice(read)];
  const choice = current();
  consentStore.setState({
    isOffered: true,
    isForbidden: browserSaysNo(),
    choice,
    isOpen: choice === undefined,
    choose: (chosen) => {
      writeChoice(chosen, now());
      show(chosen);
    },
  });
  return () => {
    for (const end of ends) end();
    stop?.();
  };
}
