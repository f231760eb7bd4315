import type { PopupWindow } from "../../src/popup/popup-platform.ts";
import type { Browser, Call, Server } from "./browser.ts";
import { google } from "./google.ts";

export const CALLBACK = "https://site.test/oauth/callback";

/** A popup as its opener sees it. */
export function createPopups() {
  const opened: {
    features: string;
    urls: string[];
    storage: Map<string, string>;
    isClosed: boolean;
    focused: number;
    attempt: () => string;
  }[] = [];
  const blocked: { isBlocked: boolean } = { isBlocked: false };

  const openWindow = (features: string): PopupWindow | null => {
    if (blocked.isBlocked) return null;
    const storage = new Map<string, string>();
    const popup = {
      features,
      urls: [] as string[],
      storage,
      isClosed: false,
      focused: 0,
      attempt: () => storage.get("tallybin-identity:attempt") ?? "none",
    };
    opened.push(popup);
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
        setItem: (key: string, value: string) => void storage.set(key, value),
      } as Storage,
      location: { replace: (url: string | URL) => void popup.urls.push(String(url)) },
    };
  };
  return { opened, blocked, openWindow, last: () => opened[opened.length - 1] ?? fail() };
}

const fail = (): never => {
  throw new Error("no popup was opened");
};

export const screen = { availWidth: 1500, availHeight: 1000 };

/** Google with a provider behind it; `idp` answers for accounts:signInWithIdp. */
export const withProvider =
  (idp?: (call: Call) => ReturnType<Server>, domains = ["site.test"]): Server =>
  (call) => {
    if (call.path === "/v1/projects") return { body: { projectId: "1", authorizedDomains: domains } };
    if (call.path === "/v1/accounts:createAuthUri") {
      return {
        body: { authUri: `https://idp.test/authorize?p=${call.body["providerId"]}`, sessionId: "idp-s3cr3t" },
      };
    }
    if (call.path === "/v1/accounts:signInWithIdp" && idp) return idp(call);
    return google()(call);
  };

/** What the callback page does, as far as the waiting tab can tell. */
export const post = (browser: Browser, message: unknown): void => {
  browser.channel("tallybin-identity:callback").postMessage(message);
};
