import * as v from "valibot";
import { IdentityError } from "../errors.ts";
import { parseWire } from "../http.ts";
import { EnrolledFactor } from "../user.ts";
import { TokenResponse } from "./token-response.ts";

const Demand = v.object({ mfaPendingCredential: v.string(), enrolledFactors: v.array(EnrolledFactor) });

/** The secret half of a demand for a second factor, and the factors to choose from. */
export type PendingFactor = v.InferOutput<typeof Demand>;

/**
 * Kept beside the error instead of on it, so that whoever logs the error cannot log the pending
 * credential, which together with one code is a sign-in.
 */
const pendingFactors = new WeakMap<IdentityError, PendingFactor>();
export const pendingFactorOf = (error: IdentityError): PendingFactor | undefined => pendingFactors.get(error);

/** Parses the answer to a first factor: tokens, or, in a 200 all the same, the demand of a second. */
export function firstFactorResponse(body: unknown): TokenResponse {
  if (!(body instanceof Object && "mfaPendingCredential" in body)) return parseWire(TokenResponse, body);
  const error = new IdentityError("multi-factor-auth-required");
  pendingFactors.set(error, parseWire(Demand, body));
  throw error;
}
