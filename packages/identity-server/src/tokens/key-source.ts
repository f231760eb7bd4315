import { createPublicKey, type JsonWebKey } from "node:crypto";
import {
  type CompactJWSHeaderParameters,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FlattenedJWSInput,
} from "jose";
import * as v from "valibot";
import type { Observe } from "../observe.ts";
import { readTextWithin } from "./bounded-body.ts";

export type FetchKeys = (url: string, init: RequestInit) => Promise<Response>;

/** Google rotates its keys over days and announces new ones before it uses them. */
const KEYS_MAX_AGE_MS = 6 * 3_600_000;
const KEYS_REFRESH_MS = 600_000;
/** An unknown key ID causes a fetch, but at most one in this time, however many forged tokens arrive. */
const KEYS_COOLDOWN_MS = 1_000;
const KEYS_TIMEOUT_MS = 5_000;

const MAX_LIST_BYTES = 128 * 1024;
/** Smaller RSA keys are not safe (RFC 7518 §3.3), and jose refuses them. */
const MIN_KEY_BITS = 2_048;

const KeyList = v.object({ keys: v.array(v.looseObject({})) });

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

/** Parses the usable keys. A list without a usable key is an error, because accepting it would sign every user out. */
async function readKeyList(response: Response): Promise<{ keys: JsonWebKey[] }> {
  const { keys } = v.parse(KeyList, JSON.parse(await readTextWithin(response, MAX_LIST_BYTES)));
  const usable = (keys as JsonWebKey[]).filter(canCheckSignatures);
  if (usable.length === 0) throw new TypeError("the key list holds no usable key");
  return { keys: usable };
}

/** The responding server's time in milliseconds since the epoch; undefined if the response has none. */
function dateOf({ headers }: Response): number | undefined {
  const date = Date.parse(headers.get("date") ?? "");
  // A cache keeps the date of its stored response.
  const isCached = Number(headers.get("age") ?? 0) > 0;
  return Number.isNaN(date) || isCached ? undefined : date;
}

/** The keys of a project's token service, cached and renewed. All times but the skew are of a steady clock. */
export function createKeySource(options: {
  url: string;
  now: () => number;
  fetchKeys: FetchKeys;
  observe: Observe;
  onSkew(skewMs: number): void;
}) {
  let triedAt = Number.NEGATIVE_INFINITY;
  let fetchedAt: number | undefined;
  /** The key server's time when `performance.now()` was 0. */
  let epochMs: number | undefined;
  const skewMs = (): number | undefined =>
    epochMs === undefined ? undefined : options.now() - (epochMs + performance.now());
  const fetchKeyList = async (url: string, init: RequestInit): Promise<Response> => {
    const list = await options.observe({ kind: "keys", name: "fetch" }, async () => {
      const response = await options.fetchKeys(url, init);
      if (response.status !== 200) throw new TypeError(`the key server answered ${response.status}`);
      const date = dateOf(response);
      epochMs = date === undefined ? undefined : date - performance.now();
      return readKeyList(response);
    });
    fetchedAt = performance.now();
    const skew = skewMs();
    if (skew !== undefined) options.onSkew(skew);
    return Response.json(list);
  };
  const keys = createRemoteJWKSet(new URL(options.url), {
    // When to fetch is decided below, because jose counts by the system's clock.
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: Number.POSITIVE_INFINITY,
    timeoutDuration: KEYS_TIMEOUT_MS,
    [customFetch]: fetchKeyList,
  });
  const canFetch = (): boolean => keys.reloading || performance.now() - triedAt >= KEYS_COOLDOWN_MS;
  async function reload(): Promise<void> {
    if (!canFetch()) throw new TypeError("the last fetch of the keys failed");
    if (!keys.reloading) triedAt = performance.now();
    await keys.reload();
  }
  const ageMs = (): number =>
    fetchedAt === undefined ? Number.POSITIVE_INFINITY : performance.now() - fetchedAt;
  async function reach(): Promise<void> {
    if (ageMs() >= KEYS_MAX_AGE_MS) await reload();
  }
  return {
    /** The key that a token names. @throws JWKSNoMatchingKey if the list lacks it; other errors if there is no list */
    async keyOf(header: CompactJWSHeaderParameters, token: FlattenedJWSInput) {
      await reach();
      try {
        return await keys(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || !canFetch()) throw error;
        await reload();
        return keys(header, token);
      }
    },
    /** How far our clock is ahead of the key server's now; undefined if unknown. */
    skewMs,
    /** The time since the last successful fetch; undefined before it. */
    ageSeconds: () => (fetchedAt === undefined ? undefined : ageMs() / 1000),
    /** Renew long before the cached keys expire, so that tokens can be verified during an outage of the key server. */
    refreshInBackground(): void {
      if (fetchedAt === undefined || performance.now() - triedAt < KEYS_REFRESH_MS) return;
      reload().catch(() => undefined);
    },
    reach,
  };
}
