import type { PublicConfig } from "@tallybin/contract/public-config";
import { absoluteUrl } from "../config/site-config.ts";
import { sessionStore } from "../identity/state/session-store.ts";
import { now } from "../lib/clock.ts";
import { type Analytics, createAnalytics } from "./analytics.ts";
import { type Choice, isRefusedByBrowser, readChoice, watchChoice, writeChoice } from "./consent.ts";
import { type Consent, consentStore } from "./consent-store.ts";
import { createHttpSink } from "./http-sink.ts";
import { forgetVisitor } from "./visitor.ts";

/** Reports each shown page from now on. */
type Pages = {
  path(): string;
  /** The title of the page at a path, and the path of its route. */
  infoAt(path: string): { title: string; path: string };
  subscribe(listener: () => void): () => void;
};
type Config = NonNullable<PublicConfig["analytics"]>;

/** Whether storage has been read, or cannot be. */
const isSessionKnown = (): boolean => {
  const session = sessionStore.getState();
  return session.status !== "unknown" || session.reason !== undefined;
};

/** Counts pages and identifies the user, while consent lasts. */
function runAnalytics(config: Config, pages: Pages): () => void {
  const analytics: Analytics = createAnalytics({
    now,
    sink: createHttpSink({ ...config, endpoint: absoluteUrl(config.endpoint, window.location.origin) }),
  });
  let referrer = document.referrer ? new URL(document.referrer).origin : undefined;
  let counted: string | undefined;
  /** Paths that were shown before storage was read. */
  let waiting: string[] = [];
  const countPage = (path: string) => {
    // The route's own path, because text that a user typed into the address bar may be personal.
    const { title, path: known } = pages.infoAt(path);
    const url = window.location.origin + known;
    analytics.page({ path: known, title, url, ...(referrer && { referrer }) });
    referrer = url;
  };
  const countShownPage = () => {
    const path = pages.path();
    if (path === counted) return; // only the query has changed
    counted = path;
    if (isSessionKnown()) countPage(path);
    else waiting.push(path);
  };
  const followSession = () => {
    if (!isSessionKnown()) return;
    const session = sessionStore.getState();
    if (session.status === "signed-in") analytics.identify(session.user.uid);
    else analytics.reset(); // if storage cannot be read, the earlier user is unknown, so reset in that case too
    for (const path of waiting) countPage(path);
    waiting = [];
  };
  countShownPage();
  followSession();
  const stops = [pages.subscribe(countShownPage), sessionStore.subscribe(followSession)];
  window.addEventListener("pagehide", analytics.flush);
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener("pagehide", analytics.flush);
    analytics.stop();
  };
}

/**
 * Asks for consent, and starts or stops the counting accordingly. Called only if an endpoint is configured.
 * @returns the function that ends all of it
 */
export function startAnalytics(config: Config, pages: Pages): () => void {
  let stop: (() => void) | undefined;
  const applyConsent = ({ choice }: Consent) => {
    if (choice === "accepted") {
      stop ??= runAnalytics(config, pages);
      return;
    }
    stop?.();
    stop = undefined;
    forgetVisitor(); // an earlier choice may have left a visitor ID
  };
  const currentChoice = () => (isRefusedByBrowser() ? "rejected" : readChoice());
  const showChoice = (choice: Choice | undefined) =>
    consentStore.setState({ choice, isOpen: choice === undefined, isForbidden: isRefusedByBrowser() });
  const readChoiceAgain = () => {
    const { choice, isForbidden } = consentStore.getState();
    if (currentChoice() !== choice || isRefusedByBrowser() !== isForbidden) showChoice(currentChoice());
  };
  const ends = [consentStore.subscribe(applyConsent), watchChoice(readChoiceAgain)];
  const choice = currentChoice();
  consentStore.setState({
    isOffered: true,
    isForbidden: isRefusedByBrowser(),
    choice,
    isOpen: choice === undefined,
    choose: (chosen) => {
      writeChoice(chosen, now());
      showChoice(chosen);
    },
  });
  return () => {
    for (const end of ends) end();
    stop?.();
  };
}
