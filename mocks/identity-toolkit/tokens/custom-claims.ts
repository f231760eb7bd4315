import * as v from "valibot";
import { ApiError, assert } from "../../http/api-error.ts";

const MAX_LENGTH = 1000;
const RESERVED = "iss aud sub iat exp nbf jti nonce azp acr amr cnf auth_time firebase at_hash c_hash".split(
  " ",
);

/**
 * Custom claims of ID tokens may not use the names of OpenID Connect and Firebase.
 * @throws {ApiError} INVALID_CLAIMS, FORBIDDEN_CLAIM
 * @see https://firebase.google.com/docs/auth/admin/custom-claims
 */
export function assertClaims(claims: unknown): Record<string, unknown> {
  const parsed = v.safeParse(v.record(v.string(), v.unknown()), claims);
  assert(parsed.success && !Array.isArray(claims), "INVALID_CLAIMS");
  const forbidden = RESERVED.find((name) => Object.hasOwn(parsed.output, name));
  if (forbidden !== undefined) throw new ApiError(`FORBIDDEN_CLAIM : ${forbidden}`);
  return parsed.output;
}

/** Checks claims for an account, which are sent as a JSON string. */
export function assertCustomAttributes(json: string): string {
  assert(json.length <= MAX_LENGTH, "CLAIMS_TOO_LARGE");
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), json);
  assert(parsed.success, "INVALID_CLAIMS");
  assertClaims(parsed.output);
  return json;
}
