import type { IdentityErrorCode } from "../errors/identity-error.ts";
import { Numeric, Text } from "../lib/data.ts";
import * as v from "../lib/schema.ts";

/** A failure and the time of the next attempt, in milliseconds since the epoch, by this device's clock. */
export const Retry = v.object({
  /** The step of the back-off. */
  attempt: Numeric,
  failedAt: Numeric,
  retryAt: Numeric,
  cause: Text as v.Schema<IdentityErrorCode>,
});
export type Retry = Readonly<v.InferOutput<typeof Retry>>;

/** Of two failures, the later step of the back-off. */
export function laterStep(one: Retry | undefined, other: Retry | undefined): Retry | undefined {
  if (!one || !other) return one ?? other;
  const order = other.attempt - one.attempt || other.failedAt - one.failedAt || other.retryAt - one.retryAt;
  return order > 0 || (order === 0 && other.cause > one.cause) ? other : one;
}
