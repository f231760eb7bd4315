import { decodeJwt } from "jose";
import * as v from "valibot";
import { IdentityError } from "../errors.ts";

/** The claims every ID token of the service carries; custom claims pass through beside them. */
export const IdTokenClaims = v.looseObject({
  iss: v.string(),
  aud: v.string(),
  sub: v.pipe(v.string(), v.nonEmpty()),
  iat: v.number(),
  exp: v.number(),
  auth_time: v.number(),
  email: v.optional(v.string()),
  email_verified: v.optional(v.boolean()),
  name: v.optional(v.string()),
  picture: v.optional(v.string()),
  phone_number: v.optional(v.string()),
  firebase: v.looseObject({
    sign_in_provider: v.optional(v.string()),
    sign_in_second_factor: v.optional(v.string()),
    identities: v.optional(v.record(v.string(), v.array(v.string()))),
    tenant: v.optional(v.string()),
  }),
});
export type IdTokenClaims = v.InferOutput<typeof IdTokenClaims>;

/**
 * Reads the claims of an ID token. Does not check the signature, issuer, audience or expiry:
 * good enough to show a name, never to grant access. Servers use `jwtVerify` from jose.
 */
export function decodeClaims(idToken: string): IdTokenClaims {
  try {
    return v.parse(IdTokenClaims, decodeJwt(idToken));
  } catch {
    // No cause: both libraries quote what they could not read.
    throw new IdentityError("internal-error", { detail: "the ID token cannot be read" });
  }
}
