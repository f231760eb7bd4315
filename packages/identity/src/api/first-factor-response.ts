import * as v from "valibot";
import { IdentityError } from "../errors.ts";
import { parseWire } from "../http.ts";
import type { EnrolledFactor } from "../user.ts";
import { MfaInfo, toEnrolledFactor } from "./mfa-info.ts";
import { TokenResponse } from "./token-response.ts";
import { text } from "./wire.ts";

const MfaDemand = v.object({ mfaPendingCredential: text, mfaInfo: v.array(MfaInfo) });

export type FirstFactorResponse = TokenResponse;

/** The secret half of a demand for a second factor, and the factors to choose from. */
export type PendingFactor = { pendingCredential: string; hints: EnrolledFactor[] };

/**
 * Kept beside the error instead of on it, so that whoever logs the error cannot log the pending
 * credential, which together with one code is a sign-in.
 */
const pendingFactors = new WeakMap<IdentityError, PendingFactor>();
export const pendingFactorOf = (error: IdentityError): PendingFactor | undefined => pendingFactors.get(error);

/** Parses the answer to a first factor: tokens, or, in a 200 all the same, the demand of a second. */
export function firstFactorResponse(body: unknown): FirstFactorResponse {
  if (!(body instanceof Object && "mfaPendingCredential" in body)) return parseWire(TokenResponse, body);
  const demand = parseWire(MfaDemand, body);
  const error = new IdentityError("multi-factor-auth-required");
  const hints = demand.mfaInfo.map(toEnrolledFactor);
  pendingFactors.set(error, { pendingCredential: demand.mfaPendingCredential, hints });
  throw error;
}
