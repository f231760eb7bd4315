import { createRemoteJWKSet, customFetch } from "jose";
import { observe } from "../telemetry/observe.ts";
import { readKeyList } from "./key-list.ts";

export type FetchKeys = (url: string, init: RequestInit) => Promise<Response>;

/** Google rotates its keys over days and announces new ones before it uses them. */
const KEYS_MAX_AGE_MS = 6 * 3_600_000;
const KEYS_REFRESH_MS = 600_000;
/** An unknown key ID causes a fetch, but one in this time, however many forged tokens arrive. */
const KEYS_COOLDOWN_MS = 1_000;
const KEYS_TIMEOUT_MS = 5_000;

/** How far our clock is ahead of the responding server's; undefined if the response has no date. */
function skewOf(response: Response, at: number): number | undefined {
  const date = Date.parse(response.headers.get("date") ?? "");
  // A cache keeps the date of its stored response.
  const isCached = Number(response.headers.get("age") ?? 0) > 0;
  return Number.isNaN(date) || isCached ? undefined : at - date;
}

/** The keys that a project's token service publishes, cached and renewed. */
export function createKeySource(options: {
  url: string;
  now: () => number;
  fetchKeys: FetchKeys;
  onSkew(skewMs: number): void;
}) {
  let failedAt = Number.NEGATIVE_INFINITY;
  let skewMs: number | undefined;
  let fetchedAt: number | undefined;
  const fetchList = async (url: string, init: RequestInit): Promise<Response> => {
    // jose's own cooldown counts from the last success, so in an outage every forged token would cause a fetch.
    if (Date.now() - failedAt < KEYS_COOLDOWN_MS)
      throw new TypeError("the keys could not be had a moment ago");
    try {
      const list = await observe({ kind: "keys", name: "fetch" }, async () => {
        const response = await options.fetchKeys(url, init);
        if (response.status !== 200) throw new TypeError(`the key server answered ${response.status}`);
        skewMs = skewOf(response, options.now());
        return readKeyList(response);
      });
      fetchedAt = performance.now();
      if (skewMs !== undefined) options.onSkew(skewMs);
      return Response.json(list);
    } catch (error) {
      failedAt = Date.now();
      throw error;
    }
  };
  const keys = createRemoteJWKSet(new URL(options.url), {
    cacheMaxAge: KEYS_MAX_AGE_MS,
    cooldownDuration: KEYS_COOLDOWN_MS,
    timeoutDuration: KEYS_TIMEOUT_MS,
    [customFetch]: fetchList,
  });
  let refreshedAt = Date.now();
  return {
    keys,
    /** Measured at the last fetch of the keys. */
    skewMs: () => skewMs,
    /** The time since the last successful fetch; undefined before it. */
    ageSeconds: () => (fetchedAt === undefined ? undefined : (performance.now() - fetchedAt) / 1000),
    /** Renew long before the cached keys expire, so that tokens can be verified during an outage of the key server. */
    refreshInBackground(): void {
      if (Date.now() - refreshedAt < KEYS_REFRESH_MS) return;
      refreshedAt = Date.now();
      keys.reload().catch(() => undefined);
    },
    /** Resolves when there are keys. */
    async reach(): Promise<void> {
      if (!keys.fresh) await keys.reload();
    },
  };
}
