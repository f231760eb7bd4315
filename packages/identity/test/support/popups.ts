import type { IdentityError } from "../../src/errors/identity-error.ts";
import type { PageWindow, PopupWindow } from "../../src/platform.ts";
import type { PopupOptions } from "../../src/popup/runner.ts";
import type { SignInResult } from "../../src/sign-in/credential.ts";
import type { ProviderId } from "../../src/user.ts";
import { type Browser, type Call, createBrowser, type Server } from "./browser.ts";
import { settle } from "./clock.ts";
import { google } from "./google.ts";
import { identity } from "./secrets.ts";

export const CALLBACK = "https://site.test/oauth/callback";

/** What a browser throws that blocks site data. */
export const blockedSiteData = () => new DOMException("blocked", "SecurityError");

/** A popup from its opener's view. */
export function createPopups() {
  const opened: {
    first: string;
    features: string;
    urls: string[];
    storage: Map<string, string>;
    isClosed: boolean;
    /** The browser throws when the window navigates. */
    refusesToLeave: boolean;
    /** The browser has isolated the window, so reading its address throws. */
    isIsolated: boolean;
    /** Whether the window's first page has loaded. */
    hasLanded: boolean;
    focused: number;
    /** Whether the window's page has run its scripts. */
    isComplete: boolean;
    warnings: string[];
    attempt: () => string;
  }[] = [];
  const blocked = { isBlocked: false as boolean, isStorageBlocked: false as boolean };
  /** Whether the first page of a popup loads immediately. */
  const network = { isFast: true as boolean };
  /** The focused window: a popup takes the focus from its opener. */
  const focus = { isOnOpener: true };

  const open = (first: string, _target: string, features: string): PopupWindow | null => {
    if (blocked.isBlocked) return null;
    const storage = new Map<string, string>();
    const popup = {
      first,
      features,
      urls: [] as string[],
      storage,
      isClosed: false,
      refusesToLeave: false as boolean,
      isIsolated: false as boolean,
      hasLanded: network.isFast,
      focused: 0,
      isComplete: true as boolean,
      warnings: [] as string[],
      attempt: () => storage.get("identity-client:attempt") ?? "none",
    };
    opened.push(popup);
    focus.isOnOpener = false;
    return {
      get closed() {
        return popup.isClosed;
      },
      close: () => {
        popup.isClosed = true;
      },
      focus: () => {
        popup.focused += 1;
      },
      sessionStorage: {
        setItem: (key: string, value: string) => {
          if (blocked.isStorageBlocked) throw blockedSiteData();
          storage.set(key, value);
        },
      } as Storage,
      get document() {
        return { readyState: popup.isComplete ? "complete" : "loading" } as const;
      },
      console: { warn: (text: string) => popup.warnings.push(text) },
      location: {
        get href() {
          if (popup.isIsolated) throw new DOMException("isolated", "SecurityError");
          return popup.hasLanded ? (popup.urls.at(-1) ?? popup.first) : "about:blank";
        },
        replace: (url: string | URL) => {
          if (popup.refusesToLeave) throw new DOMException("refused", "SecurityError");
          popup.urls.push(String(url));
        },
      },
    };
  };
  return { opened, blocked, network, focus, open, last: () => opened[opened.length - 1] ?? fail() };
}

const fail = (): never => {
  throw new Error("no popup was opened");
};

/** The window of the page that opens the popups. */
export const windowOf = (
  { open, focus }: ReturnType<typeof createPopups>,
  more: Partial<PageWindow> = {},
): PageWindow => ({
  open,
  document: { hasFocus: () => focus.isOnOpener },
  screen: { availWidth: 1500, availHeight: 1000 },
  sessionStorage: { getItem: fail, setItem: fail, removeItem: fail },
  location: { assign: fail },
  ...more,
});

/** Google with a provider behind it; `idp` answers accounts:signInWithIdp. */
export const withProvider =
  (idp?: (call: Call) => ReturnType<Server>, domains = ["site.test"]): Server =>
  (call) => {
    if (call.path === "/v1/projects") return { body: { projectId: "1", authorizedDomains: domains } };
    if (call.path === "/v1/accounts:createAuthUri") {
      return {
        body: {
          authUri: `https://idp.test/authorize?p=${call.body["providerId"]}&state=${STATE}`,
          sessionId: "idp-s3cr3t",
        },
      };
    }
    if (call.path === "/v1/accounts:signInWithIdp" && idp) return idp(call);
    return google()(call);
  };

/** What the waiting tab sees of the callback page. */
export const post = (browser: Browser, message: unknown): void => {
  browser.channel("identity-client:callback").postMessage(message);
};

/** The `state` of the address that the provider's page is opened at. */
export const STATE = "st4te";

/** Where a provider redirects the popup to, with its response in query and fragment. */
export const ANSWER_URL = `${CALLBACK}?code=c0de-s3cr3t&state=${STATE}#id_token=s3cr3t-t0ken`;

/** A tab with a replaced popup, and the means to act as the user and the provider. */
export function setUpPopup(options: PopupOptions = {}, { isMobile = false, ...more } = {}) {
  const browser = createBrowser();
  browser.answerWith(withProvider());
  const popups = createPopups();
  const attempts = { count: 0 };
  const random = () => {
    attempts.count += 1;
    return `attempt-${attempts.count}`;
  };
  const tab = browser.open({ window: windowOf(popups), random, isMobile, ...more });
  /** The page regains the focus, with or without the browser's event. */
  const returnToOpener = async ({ isHeard = true } = {}) => {
    popups.focus.isOnOpener = true;
    if (isHeard) tab.wake("visible");
    await settle();
  };
  /** The user closes the popup, and the opener gets the focus. */
  const closeByHand = (options?: { isHeard: boolean }) => {
    popups.last().isClosed = true;
    return returnToOpener(options);
  };
  const started = (providerId: ProviderId = "google.com", using = options) => {
    const promise = identity.signInWithPopup(tab.client, providerId, using);
    const outcome: { user?: unknown; result?: SignInResult; error?: IdentityError } = {};
    promise.then(
      (result) => Object.assign(outcome, { result, user: result.user }),
      (error) => Object.assign(outcome, { error }),
    );
    return outcome;
  };
  /** A popup that has gone to its provider. */
  const opened = async (providerId: ProviderId = "google.com", using = options) => {
    const outcome = started(providerId, using);
    await settle();
    return outcome;
  };
  const body = (method: string) => browser.calls.find(({ path }) => path === `/v1/accounts:${method}`)?.body;
  const answer = async (attempt = popups.last().attempt(), url = ANSWER_URL, posted?: string) => {
    post(browser, { attempt, url, posted });
    await settle();
  };
  return { browser, popups, ...tab, started, opened, body, answer, closeByHand, returnToOpener };
}
