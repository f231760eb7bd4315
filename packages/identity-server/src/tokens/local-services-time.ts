import * as v from "valibot";
import { createTokenVerifier, type TokenVerifier, type TokenVerifierOptions } from "./id-token.ts";
import type { FetchKeys } from "./key-source.ts";

const Clock = v.object({ offset: v.number(), skew: v.number(), frozenAt: v.nullable(v.number()) });

/**
 * The time of local services, which tests move.
 * @returns milliseconds since the epoch
 * @throws if no local services answer
 */
async function localServicesTime(origin: string, fetchKeys: FetchKeys): Promise<number> {
  const response = await fetchKeys(`${origin}/__local/clock`, {});
  const { offset, skew, frozenAt } = v.parse(Clock, await response.json());
  return (frozenAt ?? Date.now() + offset) - skew;
}

/** A verifier on the clock of local services, if they are given and no other clock is. Production has no such code. */
export function createLocalTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { localServices, now, fetchKeys = fetch } = options;
  if (localServices === undefined || now !== undefined) return createTokenVerifier(options);
  return createTokenVerifier(options, () => localServicesTime(localServices, fetchKeys));
}
