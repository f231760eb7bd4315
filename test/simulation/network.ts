import type { BoundSessions } from "./browser/bound-sessions.ts";
import type { createCookies } from "./browser/cookies.ts";
import type { Page } from "./browser/page.ts";
import { isDefinite } from "./codes.ts";
import type { Answer, Google } from "./google.ts";
import type { Scheduler } from "./scheduler.ts";
import { ORIGIN } from "./site/backend.ts";
import type { Site } from "./site/site.ts";

/**
 * - `slow`: a part of the requests takes longer than the client waits.
 * - `silent`: no response comes, and no error.
 * - `loses-requests`, `loses-responses`: the connection breaks before or after the service has acted.
 * - `twice`: the service gets each request twice.
 * - `mixes-up`: a broken proxy answers an exchange with another user's tokens.
 * - `refuses-tokens`: a service that does not know the newest keys refuses valid ID tokens.
 */
export type LineMode =
  | "ok"
  | "offline"
  | "slow"
  | "silent"
  | "loses-requests"
  | "loses-responses"
  | "twice"
  | "unavailable"
  | "busy"
  | "html"
  | "mixes-up"
  | "refuses-tokens";

/** One request as the network sees it. */
export type Sent = {
  /** When it was sent; of an exchange with several requests, the first one. */
  at: number;
  page: Page;
  path: string;
  method: string;
  body: string;
  headers: Headers;
  /** `undefined` before the response. */
  outcome: "granted" | "refused" | "failed" | "canceled" | undefined;
  /** The server's code in a refusal. */
  code: string | undefined;
  answer: string;
  /** How long the service asks its caller to wait, in milliseconds. */
  waitMs?: number;
};

/** Whether a request is an exchange of the session's refresh token, by this browser or by the site's server. */
export const isTokenRequest = ({ path }: Sent): boolean =>
  path.startsWith("/securetoken") || path.startsWith("/api/session/token");

/** Whether a response brings a refresh token by another way than an exchange of the one before. */
export const bringsToken = ({ path, answer }: Sent): boolean =>
  (path.startsWith("/identitytoolkit") || path.startsWith("/api/session/release")) &&
  /"refresh_?[tT]oken"/.test(answer);

/** Whether a request hands the tokens of a session over to the site's server. */
export const isHandOver = ({ path, method }: Sent): boolean =>
  method === "POST" && path.split("?")[0] === "/api/session";

export type Watch = {
  began(sent: Sent): void;
  /** Called when a response has reached the browser, before its page runs again. */
  reaches(sent: Sent): void;
  /** Called in a task of the page, just before its code gets the response. */
  ended(sent: Sent): void;
};

/** For so long an overloaded service asks its callers to wait: longer than their own first waits. */
const BUSY_S = 300;

const FORGED: Partial<Record<LineMode, Answer>> = {
  unavailable: { status: 503, text: JSON.stringify({ error: { message: "UNAVAILABLE" } }) },
  busy: {
    status: 429,
    text: JSON.stringify({ error: { message: "RESOURCE_EXHAUSTED" } }),
    headers: new Headers({ "retry-after": String(BUSY_S) }),
  },
  html: { status: 200, text: "<!doctype html><title>Sign in to this network</title>" },
};
const REFUSED: Answer = { status: 400, text: JSON.stringify({ error: { message: "INVALID_ID_TOKEN" } }) };

/** A server that keeps sessions in its other mode does not know the address. */
export const OTHER_MODE = "OTHER_MODE";

const codeOf = (text: string): string | undefined => /"message":\s*"([A-Z_]+)/.exec(text)?.[1];

type Parts = {
  google: Google;
  /** The site's server, if it keeps sessions. */
  site: Site | undefined;
  cookies: ReturnType<typeof createCookies>;
  /** The browser's keys, if it binds sessions to them. */
  bound: (mode: () => LineMode) => BoundSessions | undefined;
  scheduler: Scheduler;
  watch: Watch;
};

/** The line between one browser and the services. */
export function createLine({ google, site, cookies, bound, scheduler, watch }: Parts) {
  let mode: LineMode = "ok";
  let troubleAt = 0;
  /** Whether the service refuses the next request that shows an ID token. */
  let refusesNext = false;
  const keys = bound(() => mode);

  const ask = async ({ path, method, headers, body }: Sent): Promise<Answer> => {
    if (!path.startsWith("/api/")) return google.ask(path, { method, headers, body });
    if (!site) return { status: 404, text: "" };
    const init = { method, headers, body: body === "" ? null : body };
    if (keys) return keys.ask(path, init);
    return site.handle(new Request(ORIGIN + path, init), headers.get("x-session") ?? "");
  };

  const refuses = ({ path }: Sent): boolean => {
    if (!path.includes("accounts:lookup")) return false;
    const isRefused = refusesNext || mode === "refuses-tokens";
    refusesNext = false;
    return isRefused;
  };

  /** A request follows its caller's signal only until it is collected as garbage. */
  const kept: Request[] = [];

  const send = (sent: Sent, signal: AbortSignal): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { page } = sent;
      const { luck } = page;
      const own = mode;
      const isOfSite = sent.path.startsWith("/api/");
      const isMixedUp = own === "mixes-up" && sent.path.startsWith("/securetoken");
      const delay = () => (own === "slow" ? luck.between(500, 40_000) : luck.between(5, 120));
      const end = (outcome: Sent["outcome"], finish: () => void) => {
        if (sent.outcome) return;
        sent.outcome = outcome;
        watch.ended(sent);
        finish();
      };
      const fail = () => end("failed", () => reject(new TypeError("Failed to fetch")));
      const receive = ({ status, text, headers }: Answer) => {
        const wait = headers?.get("retry-after");
        sent.answer = text;
        if (wait) sent.waitMs = Number(wait) * 1000;
        sent.code = status === 404 || status === 405 ? OTHER_MODE : status < 400 ? undefined : codeOf(text);
        const isTokens = status < 300 && (text === "" || text.startsWith("{")) && !isMixedUp;
        end(isTokens ? "granted" : isDefinite(sent.code) ? "refused" : "failed", () =>
          resolve(
            new Response(status === 204 ? null : text, {
              status,
              headers: { "content-type": "application/json", ...(wait && { "retry-after": wait }) },
            }),
          ),
        );
      };
      signal.addEventListener("abort", () => end("canceled", () => reject(signal.reason)));
      if (own === "offline") return page.post(fail);
      if (own === "silent") return;
      if (own === "loses-requests") return page.post(fail, delay());
      const forged = FORGED[own] ?? (refuses(sent) ? REFUSED : undefined);
      if (forged) return page.post(() => receive(forged), delay());
      scheduler.after(delay(), () => {
        // The service acts even if the page has gone meanwhile.
        void (isMixedUp ? google.mixUp(sent.body) : ask(sent))
          .then(async (answer) => {
            if (own !== "twice") return answer;
            const second = await ask(sent);
            // A proxy repeats a request to the site's server only if it has lost the first answer.
            return isOfSite ? second : answer;
          })
          .then(
            (answer) => {
              // The browser's own part of a request to the site's server can take a while.
              const isLost = answer.isLost || (isOfSite && mode === "loses-responses");
              if (own === "loses-responses" || isLost) return page.post(fail, delay());
              scheduler.after(delay(), () => {
                // A frozen page gets its response later than the browser its cookies.
                if (!sent.outcome && !page.isGone)
                  for (const header of answer.cookies ?? []) cookies.set(header);
                sent.answer = answer.text;
                if (!sent.outcome) watch.reaches(sent);
                page.post(() => receive(answer), 0);
              });
            },
            () => page.post(fail, delay()),
          );
      });
    });

  return {
    mode: () => mode,
    keys: () => keys,
    /** When a fault was last active. */
    lastTrouble: () => Math.max(mode === "ok" ? troubleAt : scheduler.now(), site?.lastTrouble() ?? 0),
    setMode: (next: LineMode): void => {
      troubleAt = scheduler.now();
      refusesNext = false;
      mode = next;
    },
    /** One machine of the service does not know the newest keys yet. */
    refuseNext: (): void => {
      troubleAt = scheduler.now();
      refusesNext = true;
    },
    forPage:
      (page: Page): typeof fetch =>
      async (input, init) => {
        const request = new Request(new URL(String(input), ORIGIN), init);
        kept.push(request);
        const { pathname, search } = new URL(request.url);
        const { method, headers, signal } = request;
        const body = await request.text();
        // What a page still begins while it goes never leaves the browser.
        if (page.isGone) return new Promise(() => {});
        // A request that is aborted before it begins is none.
        signal.throwIfAborted();
        if (site && pathname.startsWith("/api/")) {
          headers.set("cookie", cookies.header());
          headers.set("origin", ORIGIN);
        }
        const sent: Sent = {
          at: scheduler.now(),
          page,
          method,
          headers,
          body,
          path: pathname + search,
          outcome: undefined,
          code: undefined,
          answer: "",
        };
        watch.began(sent);
        return send(sent, signal);
      },
  };
}
