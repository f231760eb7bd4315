import autocannon from "autocannon";
import { ENVIRONMENT } from "../support/environment.ts";
import { MARK } from "./session-rows.ts";

let sent = 0;

/** The server's code is compiled while it runs, so the first thousands of requests are not representative. */
const WARM_COUNT = 20_000;
const WARM_LIMIT_MS = 40_000;

/** Sends requests until the server's code is compiled, however slow a loaded machine is. */
export async function warm(load: (seconds: number) => Promise<number>): Promise<void> {
  const [begun, began] = [sent, performance.now()];
  while (sent - begun < WARM_COUNT && performance.now() - began < WARM_LIMIT_MS) await load(2);
}

type Next = (n: number) => { headers: Record<string, string>; body: string };
type Load = { origin: string; path: string; connections: number; seconds: number };

/** @returns how many requests were answered @throws Error if one failed */
async function send({ origin, path, connections, seconds }: Load, next: Next): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: [{ method: "POST", path, setupRequest: (request) => ({ ...request, ...next(++sent) }) }],
  });
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx + errors} requests failed`);
  return requests.total;
}

/**
 * Subscribes new addresses, each from its own client behind one trusted proxy, like real visitors. With one client,
 * every request would wait for the same row of the limits.
 */
export const subscribeAt = (origin: string, connections: number, seconds: number): Promise<number> =>
  send({ origin, path: "/api/newsletter", connections, seconds }, (n) => ({
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    },
    body: `{"email":"p${n}@example.com"}`,
  }));

/** Exchanges each session in turn. */
export const exchangeAt = (
  origin: string,
  sessions: readonly { id: string; secret: string }[],
  connections: number,
  seconds: number,
): Promise<number> =>
  send({ origin, path: "/api/session/token", connections, seconds }, (n) => {
    const { id = "", secret = "" } = sessions[n % sessions.length] ?? {};
    return {
      headers: {
        "content-type": "application/json",
        origin: ENVIRONMENT.ORIGIN,
        "x-session": id,
        cookie: `__Host-session-1a2b3c4d=${secret}`,
      },
      body: JSON.stringify({ held: MARK }),
    };
  });
