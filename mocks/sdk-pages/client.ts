import type { HandlerTexts, RelayTexts } from "./sdk-texts.ts";

/**
 * The script of `/emulator/auth/handler` on the way back from the provider, in the popup or in the redirected tab:
 * passes the response to the SDK's frame. Runs as text, so it must be self-contained.
 */
export function runHandlerPage(texts: HandlerTexts): void {
  const main = document.querySelector<HTMLElement>("main");
  const status = document.querySelector<HTMLElement>("[role=status]");
  if (!main || !status) return;
  const { state = "", postBody } = main.dataset;
  const sessionKey = `firebase:session:${state}`;
  const query = new URLSearchParams(location.search);
  const apiKey = query.get("apiKey");
  const appName = query.get("appName");
  const stored = sessionStorage.getItem(sessionKey);
  sessionStorage.removeItem(sessionKey);
  const storageKey = `${apiKey}:${appName}`;
  /** The SDK frame's message to the page: the outcome of a sign-in at a provider. */
  const authEvent = {
    type: query.get("authType") ?? "unknown",
    eventId: query.get("eventId"),
    urlResponse: stored === null ? null : location.href,
    sessionId: stored,
    postBody: postBody || null,
    tenantId: query.get("tid"),
    error: stored === null ? { code: "auth/web-storage-unsupported", message: texts.nothingStored } : null,
  };

  if (!/popup/i.test(authEvent.type)) {
    sessionStorage.setItem(`firebase:redirectEvent:${storageKey}`, JSON.stringify(authEvent));
    location.replace(query.get("redirectUrl") ?? "/");
    return;
  }
  /** The SDK's frame in the opener's page; frames of other origins cannot be read. */
  const frames = Array.from({ length: window.opener?.length ?? 0 }, (_, index) => window.opener[index]);
  const frame = frames.find((candidate: Window) => {
    try {
      const asked = new URLSearchParams(candidate.location.search);
      return asked.get("apiKey") === apiKey && asked.get("appName") === appName;
    } catch {
      return false;
    }
  });
  if (frame) {
    frame.postMessage({ eventType: "sendAuthEvent", data: { storageKey, authEvent } }, location.origin);
    status.textContent = texts.done;
  } else {
    status.textContent = texts.openerGone;
    status.className = "bad";
  }
}

type Responses = { status?: string }[] | undefined;
type ParentFrame = {
  register(name: string, answer: () => object, filter: unknown): void;
  send(name: string, data: object, done: (responses: Responses) => void, filter: unknown): void;
};
type Gapi = {
  load(name: string, options: { callback(): void; timeout: number; ontimeout(): void }): void;
  iframes: {
    CROSS_ORIGIN_IFRAMES_FILTER: unknown;
    getContext(): { getParentIframe(): ParentFrame };
  };
};

/**
 * The script of `/emulator/auth/iframe`, which the SDK puts into the page. It passes events from the handler to the
 * page through Google's `gapi.iframes`, because the SDK listens only there. Runs as text, so it must be
 * self-contained.
 */
export function runRelayFrame(texts: RelayTexts): void {
  const LOAD_MS = 10_000;
  const query = new URLSearchParams(location.search);
  const storageKey = `${query.get("apiKey")}:${query.get("appName")}`;
  const eventKey = `firebase:redirectEvent:${storageKey}`;
  const none = { type: "unknown", error: { code: "auth/no-auth-event", message: texts.noSignIn } };
  const host = window as unknown as { gapi: Gapi; gapi_onload?: () => void };
  let send: ((authEvent: object) => void) | undefined;

  addEventListener("message", ({ origin, data }: MessageEvent) => {
    if (origin !== location.origin || data?.eventType !== "sendAuthEvent") return;
    if (data.data?.storageKey !== storageKey) return;
    if (send) send(data.data.authEvent);
    else sessionStorage.setItem(eventKey, JSON.stringify(data.data.authEvent));
  });

  host.gapi_onload = () =>
    host.gapi.load("gapi.iframes", {
      timeout: LOAD_MS,
      ontimeout: () => console.error(texts.notLoaded),
      callback: () => {
        const { CROSS_ORIGIN_IFRAMES_FILTER, getContext } = host.gapi.iframes;
        const parent = getContext().getParentIframe();
        // The SDK opens no popup before it has this response.
        const supportedResponse = () => ({ status: "ACK", webStorageSupport: true });
        parent.register("webStorageSupport", supportedResponse, CROSS_ORIGIN_IFRAMES_FILTER);
        send = (authEvent) =>
          parent.send(
            "authEvent",
            { type: "authEvent", authEvent },
            (responses) => {
              if (responses?.at(-1)?.status !== "ACK") console.error(texts.notAccepted);
            },
            CROSS_ORIGIN_IFRAMES_FILTER,
          );
        const stored = sessionStorage.getItem(eventKey);
        sessionStorage.removeItem(eventKey);
        send(stored === null ? none : JSON.parse(stored));
      },
    });
}
