import type { PublicConfig } from "@tallybin/contract/public-config";
import { absoluteUrl } from "../config/site-config.ts";
import {
  isKnown,
  type SessionState,
  sessionStore,
  waitForKnownSession,
} from "../identity/state/session-store.ts";
import { now } from "../lib/clock.ts";
import { createAnalytics } from "./analytics.ts";
import { type Choice, isRefusedByBrowser, readChoice, watchChoice, writeChoice } from "./consent.ts";
import { consentStore } from "./consent-store.ts";
import { createHttpSink } from "./http-sink.ts";
import { forgetVisitor } from "./visitor.ts";

type Pages = {
  path(): string;
  /** The title of the page at a path, and the path of its route. */
  infoAt(path: string): { title: string; path: string };
  subscribe(listener: () => void): () => void;
};
type Config = NonNullable<PublicConfig["analytics"]>;

/** Counts pages and identifies the user, while consent lasts. */
function runAnalytics(config: Config, pages: Pages): () => void {
  const analytics = createAnalytics({
    now,
    sink: createHttpSink({ ...config, endpoint: absoluteUrl(config.endpoint, window.location.origin) }),
  });
  let referrer = document.referrer ? new URL(document.referrer).origin : undefined;
  let counted: string | undefined;
  const countShownPage = async (): Promise<void> => {
    const shown = pages.path();
    if (shown === counted) return; // only the query has changed
    counted = shown;
    await waitForKnownSession();
    // The route's own path, because text that a user typed into the address bar may be personal.
    const { title, path } = pages.infoAt(shown);
    const url = window.location.origin + path;
    analytics.page({ path, title, url, referrer });
    referrer = url;
  };
  const followSession = (session: SessionState) => {
    if (session.status === "signed-in") analytics.identify(session.user.uid);
    else if (isKnown(session)) analytics.reset(); // also if storage cannot be read: the earlier user is then unknown
  };
  followSession(sessionStore.getState());
  void countShownPage();
  const stops = [pages.subscribe(() => void countShownPage()), sessionStore.subscribe(followSession)];
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
  const applyConsent = ({ choice }: { choice: Choice | undefined }) => {
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
  const choose = (chosen: Choice) => {
    writeChoice(chosen, now());
    showChoice(chosen);
  };
  consentStore.setState({ isOffered: true, choose });
  const ends = [consentStore.subscribe(applyConsent), watchChoice(readChoiceAgain)];
  showChoice(currentChoice());
  return () => {
    for (const end of ends) end();
    stop?.();
  };
}
