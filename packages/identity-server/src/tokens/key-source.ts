import { createPublicKey, type JsonWebKey } from "node:crypto";
import { createRemoteJWKSet, customFetch } from "jose";
import * as v from "valibot";
import type { Observe } from "../observe.ts";

export type FetchKeys = (url: string, init: RequestInit) => Promise<Response>;

/** Google rotates its keys over days and announces new ones before it uses them. */
const KEYS_MAX_AGE_MS = 6 * 3_600_000;
const KEYS_REFRESH_MS = 600_000;
/** An unknown key ID causes a fetch, but at most one in this time, however many forged tokens arrive. */
const KEYS_COOLDOWN_MS = 1_000;
const KEYS_TIMEOUT_MS = 5_000;

/** Google's list has 4 kB. A larger one is not read completely: memory must not depend on another server. */
const MAX_LIST_BYTES = 128 * 1024;
/** Smaller RSA keys are not safe (RFC 7518 §3.3), and jose refuses them. */
const MIN_KEY_BITS = 2_048;

const KeyList = v.object({ keys: v.array(v.looseObject({})) });

async function readListText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the remaining body.
    if (size > MAX_LIST_BYTES) throw new TypeError("the key list is too large");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function canCheckSignatures(key: JsonWebKey): boolean {
  if ((key["alg"] ?? "RS256") !== "RS256" || (key["use"] ?? "sig") !== "sig") return false;
  try {
    // Only an RSA key has a modulus.
    const { asymmetricKeyDetails } = createPublicKey({ key, format: "jwk" });
    return (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_KEY_BITS;
  } catch {
    return false;
  }
}

/**
 * Parses the usable keys. A list without a usable key is an error, because accepting it would sign every user out.
 */
async function readKeyList(response: Response): Promise<{ keys: JsonWebKey[] }> {
  const { keys } = v.parse(KeyList, JSON.parse(await readListText(response)));
  const usable = (keys as JsonWebKey[]).filter(canCheckSignatures);
  if (usable.length === 0) throw new TypeError("the key list holds no usable key");
  return { keys: usable };
}

/** How far our clock is ahead of the responding server's; undefined if the response has no date. */
function clockSkewOf(response: Response, at: number): number | undefined {
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
  observe: Observe;
  onSkew(skewMs: number): void;
}) {
  let failedAt = Number.NEGATIVE_INFINITY;
  let skewMs: number | undefined;
  let fetchedAt: number | undefined;
  const fetchKeyList = async (url: string, init: RequestInit): Promise<Response> => {
    // jose's own cooldown counts from the last success, so in an outage every forged token would cause a fetch.
    if (Date.now() - failedAt < KEYS_COOLDOWN_MS) throw new TypeError("the last fetch of the keys failed");
    try {
      const list = await options.observe({ kind: "keys", name: "fetch" }, async () => {
        const response = await options.fetchKeys(url, init);
        if (response.status !== 200) throw new TypeError(`the key server answered ${response.status}`);
        skewMs = clockSkewOf(response, options.now());
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
    [customFetch]: fetchKeyList,
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
