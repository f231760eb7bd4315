import { IdentityError } from "../errors/identity-error.ts";
import { parseWire } from "../http/wire.ts";
import { recoveries } from "./recovery.ts";
import { TokenResponse } from "./token-response.ts";

/** Parses the answer to a first factor: tokens, or, in a 200 all the same, the demand of a second. */
export function firstFactorResponse(body: object): TokenResponse {
  if (!("mfaPendingCredential" in body)) return parseWire(TokenResponse, body);
  const error = new IdentityError("multi-factor-auth-required");
  recoveries.set(error, { demand: body });
  throw error;
}
