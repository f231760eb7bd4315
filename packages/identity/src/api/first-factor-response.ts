import * as v from "valibot";
import { IdentityError, keep } from "../errors.ts";
import { EnrolledFactor } from "../user.ts";
import { parseWire } from "../wire.ts";
import { TokenResponse } from "./token-response.ts";

const Demand = v.object({ mfaPendingCredential: v.string(), enrolledFactors: v.array(EnrolledFactor) });

/** The secret half of a demand for a second factor, with one code a sign-in, and the factors to choose from. */
export type PendingFactor = v.InferOutput<typeof Demand>;

/** Parses the answer to a first factor: tokens, or, in a 200 all the same, the demand of a second. */
export function firstFactorResponse(body: unknown): TokenResponse {
  if (!(body instanceof Object && "mfaPendingCredential" in body)) return parseWire(TokenResponse, body);
  throw keep(new IdentityError("multi-factor-auth-required"), { factor: parseWire(Demand, body) });
}
