import type { LocalServices } from "../../mocks/local-services.ts";
import type { Page } from "./browser/page.ts";
import { isDefinite } from "./codes.ts";
import type { Scheduler } from "./scheduler.ts";

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
};

type Watch = {
  began(sent: Sent): void;
  /** Called in a task of the page, just before its code gets the response. */
  ended(sent: Sent): void;
};

type Answer = { status: number; text: string };

const FORGED: Partial<Record<LineMode, Answer>> = {
  unavailable: { status: 503, text: JSON.stringify({ error: { message: "UNAVAILABLE" } }) },
  busy: { status: 429, text: JSON.stringify({ error: { message: "RESOURCE_EXHAUSTED" } }) },
  html: { status: 200, text: "<!doctype html><title>Sign in to this network</title>" },
};
const REFUSED: Answer = { status: 400, text: JSON.stringify({ error: { message: "INVALID_ID_TOKEN" } }) };

const codeOf = (text: string): string | undefined => /"message":\s*"([A-Z_]+)/.exec(text)?.[1];

/**
 * Two ID tokens of one account and one second are the same text, at Google too. The client compares tokens as texts,
 * and the simulation needs to tell them apart.
 */
function distinct(text: string, number: number): string {
  return text.replace(/("id_?[tT]oken":\s*"[^".]+\.)([^".]+)/, (_, start: string, claims: string) => {
    const decoded: object = JSON.parse(Buffer.from(claims, "base64url").toString());
    return start + Buffer.from(JSON.stringify({ ...decoded, number })).toString("base64url");
  });
}

/** The line between one browser and the services. */
export function createLine(services: LocalServices, scheduler: Scheduler, watch: Watch) {
  let mode: LineMode = "ok";
  let troubleAt = 0;
  let answers = 0;

  const ask = async ({ path, method, headers, body }: Sent): Promise<Answer> => {
    const response = await services.handle(
      new Request(`http://localhost${path}`, { method, headers, body: method === "GET" ? null : body }),
    );
    answers += 1;
    return { status: response?.status ?? 404, text: distinct((await response?.text()) ?? "", answers) };
  };

  /** The tokens of a user whose session the request does not name. */
  const others = async ({ body }: Sent): Promise<Answer> => {
    const account = services.identity
      .accounts()
      .find(({ localId, disabled }) => !disabled && !body.includes(localId));
    if (!account) return { status: 503, text: "" };
    const { idToken, refreshToken, expiresIn, uid } = await services.issueSession(account.localId);
    const answer = { id_token: idToken, refresh_token: refreshToken, expires_in: expiresIn, user_id: uid };
    return { status: 200, text: JSON.stringify(answer) };
  };

  const send = (sent: Sent, signal: AbortSignal): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { page } = sent;
      const { luck } = page;
      const own = mode;
      const isMixedUp = own === "mixes-up" && sent.path.startsWith("/securetoken");
      const delay = () => (own === "slow" ? luck.between(500, 40_000) : luck.between(5, 120));
      const end = (outcome: Sent["outcome"], finish: () => void) => {
        if (sent.outcome) return;
        sent.outcome = outcome;
        watch.ended(sent);
        finish();
      };
      const fail = () => end("failed", () => reject(new TypeError("Failed to fetch")));
      const receive = ({ status, text }: Answer) => {
        sent.answer = text;
        sent.code = status < 400 ? undefined : codeOf(text);
        const isTokens = status === 200 && text.startsWith("{") && !isMixedUp;
        end(isTokens ? "granted" : isDefinite(sent.code) ? "refused" : "failed", () =>
          resolve(new Response(text, { status, headers: { "content-type": "application/json" } })),
        );
      };
      if (signal.aborted) return end("canceled", () => reject(signal.reason));
      signal.addEventListener("abort", () => end("canceled", () => reject(signal.reason)));
      if (own === "offline") return page.post(fail);
      if (own === "silent") return;
      if (own === "loses-requests") return page.post(fail, delay());
      const forged =
        FORGED[own] ??
        (own === "refuses-tokens" && sent.path.includes("accounts:lookup") ? REFUSED : undefined);
      if (forged) return page.post(() => receive(forged), delay());
      scheduler.after(delay(), () => {
        // The service acts even if the page has gone meanwhile.
        void (isMixedUp ? others(sent) : ask(sent))
          .then(async (answer) => (own === "twice" ? ask(sent).then(() => answer) : answer))
          .then((answer) => page.post(own === "loses-responses" ? fail : () => receive(answer), delay()));
      });
    });

  return {
    mode: () => mode,
    /** When a fault was last active. */
    lastTrouble: () => (mode === "ok" ? troubleAt : scheduler.now()),
    setMode: (next: LineMode): void => {
      troubleAt = scheduler.now();
      mode = next;
    },
    forPage:
      (page: Page): typeof fetch =>
      async (input, init) => {
        const request = new Request(input, init);
        const { pathname, search } = new URL(request.url);
        const { method, headers, signal } = request;
        const body = await request.text();
        const sent: Sent = {
          ...{ page, method, headers, body, path: pathname + search },
          ...{ outcome: undefined, code: undefined, answer: "" },
        };
        watch.began(sent);
        return send(sent, signal);
      },
  };
}
