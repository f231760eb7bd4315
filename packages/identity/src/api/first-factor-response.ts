import { IdentityError } from "../errors/identity-error.ts";
import { parseWire } from "../http/wire.ts";
import { recoveries } from "./recovery.ts";
import { TokenResponse } from "./token-response.ts";

/** Parses the response to a first factor: tokens, or a demand for a second factor, which also arrives as a 200. */
export function firstFactorResponse(body: object): TokenResponse {
  if (!("mfaPendingCredential" in body)) return parseWire(TokenResponse, body);
  const error = new IdentityError("multi-factor-auth-required");
  recoveries.set(error, { demand: body });
  throw error;
}
