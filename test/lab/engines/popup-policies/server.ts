import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const POLICIES = ["unsafe-none", "same-origin-allow-popups", "same-origin"] as const;
export type Policy = (typeof POLICIES)[number];
/** How the opener opens the window; `page of ours` is on the opener's origin, with the policy `unsafe-none`. */
export const METHODS = ["about:blank", "empty address", "page of ours", "provider directly"] as const;
export type Method = (typeof METHODS)[number];

export type Measurement = {
  method: Method;
  application: Policy;
  provider: Policy;
  /** The value of `closed` while the window is open at the provider. */
  looksClosed: boolean;
  /** Whether `close()` of the opener closes the window. */
  canClose: boolean;
  /** Whether the attempt ID reaches the callback page through the window's own sessionStorage. */
  isAnswered: boolean;
  /** Whether the window reaches the provider at all. */
  isThere: boolean;
};

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
};

const script = readFileSync(new URL("opener.js", import.meta.url), "utf8");

/**
 * Tells the server that it is open, until the server redirects it back with the response. It navigates once: each
 * replaced navigation keeps a connection of WebKit busy, and six of them stop the opener.
 */
const PROVIDER = `const [, attempt] = location.pathname.split("/");
let isAnswered = false;
const timer = setInterval(async () => {
  const response = await fetch("/beat/" + attempt);
  if ((await response.text()) !== "answer" || isAnswered) return;
  isAnswered = true;
  clearInterval(timer);
  location.assign(decodeURIComponent(location.hash.slice(1)));
}, 200);`;
const CALLBACK = `new BroadcastChannel("callback").postMessage(sessionStorage.getItem("attempt"));
window.close();`;

const html = (response: ServerResponse, policy: Policy, script: string) => {
  response.setHeader("Cross-Origin-Opener-Policy", policy);
  response.setHeader("Content-Type", "text/html");
  response.end(`<!doctype html><title>measured</title><link rel="icon" href="data:,">${script}`);
};

/** Serves an application and, on another site, a provider; resolves `done` when a browser has measured every combination. */
export async function startServer() {
  const beats = new Map<string, number>();
  const answered = new Set<string>();
  const measured: Measurement[] = [];
  const finish = { done: () => {} };
  const done = new Promise<void>((resolve) => {
    finish.done = resolve;
  });
  const pages = POLICIES.flatMap((application) => METHODS.map((method) => ({ application, method })));

  const provider = createServer((request, response) => {
    const [, first = "", second = ""] = (request.url ?? "/").split("/");
    if (first !== "beat") {
      const policy = POLICIES.find((name) => name === second) ?? "unsafe-none";
      return html(response, policy, `<script>${PROVIDER}</script>`);
    }
    beats.set(second, (beats.get(second) ?? 0) + 1);
    return void response.end(answered.has(second) ? "answer" : "");
  });

  const app = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const [, route, argument = ""] = pathname.split("/");
    if (route === "forward") return html(response, "unsafe-none", "");
    if (route === "callback")
      return html(response, "same-origin-allow-popups", `<script>${CALLBACK}</script>`);
    if (route === "answer") {
      answered.add(argument);
      return void response.end();
    }
    if (route === "beats") return void response.end(String(beats.get(argument) ?? 0));
    if (route === "measured")
      return void bodyOf(request).then((text) => {
        measured.push(...(JSON.parse(text) as Measurement[]));
        response.end();
      });
    const page = pages[Number(argument)];
    if (!page) {
      response.end("done");
      return finish.done();
    }
    const given = JSON.stringify({
      ...page,
      provider: providerOrigin,
      policies: POLICIES,
      page: Number(argument),
    });
    return html(response, page.application, `<script data-given='${given}'>${script}</script>`);
  });
  const appPort = await listen(app);
  // The provider is addressed by IP, so that it is another site as well as another origin.
  const providerOrigin = `http://127.0.0.1:${await listen(provider)}`;
  return {
    url: `http://localhost:${appPort}/page/0`,
    done,
    measured,
    stop: () => {
      for (const server of [app, provider]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}
