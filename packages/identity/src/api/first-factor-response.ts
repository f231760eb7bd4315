import { IdentityError, kept } from "../errors.ts";
import { parseWire } from "../wire.ts";
import { TokenResponse } from "./token-response.ts";

/** Parses the answer to a first factor: tokens, or, in a 200 all the same, the demand of a second. */
export function firstFactorResponse(body: object): TokenResponse {
  if (!("mfaPendingCredential" in body)) return parseWire(TokenResponse, body);
  const error = new IdentityError("multi-factor-auth-required");
  kept.set(error, { demand: body });
  throw error;
}
