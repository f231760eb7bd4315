import * as v from "valibot";
import type { FetchKeys } from "./key-source.ts";

const Clock = v.object({ offset: v.number(), skew: v.number(), frozenAt: v.nullable(v.number()) });

/**
 * The time of local services, which tests move.
 * @returns milliseconds since the epoch
 * @throws if no local services answer
 */
export async function localServicesTime(origin: string, fetchKeys: FetchKeys): Promise<number> {
  const response = await fetchKeys(`${origin}/__local/clock`, {});
  const { offset, skew, frozenAt } = v.parse(Clock, await response.json());
  return (frozenAt ?? Date.now() + offset) - skew;
}
