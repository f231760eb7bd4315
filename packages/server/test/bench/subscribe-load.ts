import autocannon from "autocannon";

let sent = 0;

/** The server's code is compiled while it runs, so the first thousands of subscriptions are not representative. */
const WARM_COUNT = 20_000;
const WARM_LIMIT_MS = 40_000;

/** Subscribes until the server's code is compiled, however slow a loaded machine is. */
export async function warm(origin: string, connections: number): Promise<void> {
  const [begun, began] = [sent, performance.now()];
  while (sent - begun < WARM_COUNT && performance.now() - began < WARM_LIMIT_MS)
    await subscribeAt(origin, connections, 2);
}

/**
 * Subscribes new addresses, each from its own client behind one trusted proxy, like real visitors. With one client,
 * every request would wait for the same row of the limits.
 * @returns how many subscriptions were made
 */
export async function subscribeAt(origin: string, connections: number, seconds: number): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: [
      {
        method: "POST",
        path: "/api/newsletter",
        setupRequest: (request) => {
          const n = ++sent;
          const client = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
          return {
            ...request,
            headers: { "content-type": "application/json", "x-forwarded-for": client },
            body: `{"email":"p${n}@example.com"}`,
          };
        },
      },
    ],
  });
  if (non2xx + errors > 0) throw new Error(`newsletter: ${non2xx + errors} requests failed`);
  return requests.total;
}
