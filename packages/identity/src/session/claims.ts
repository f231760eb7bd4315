import { base64url } from "jose";
import * as v from "valibot";
import { IdentityError } from "../errors/identity-error.ts";
import { matching, tryParse } from "../lib/schema.ts";

/** What a token is refused without. Everything else in it may be a custom claim of any kind. */
const Claims = v.object({ sub: matching(/./), iat: v.number(), exp: v.number() });

/** The claims of an ID token. Only three of them have been checked for their kind. */
export type IdTokenClaims = Readonly<v.InferOutput<typeof Claims> & Record<string, unknown>>;

/**
 * Reads the claims of an ID token. Does not check the signature, issuer, audience or expiry:
 * good enough to show a name, never to grant access. Servers use `jwtVerify` from jose.
 */
export function decodeClaims(idToken: string): IdTokenClaims {
  try {
    // jose's `decodeJwt` would check what the schema checks anyway, for 300 bytes more.
    const payload = base64url.decode(idToken.split(".")[1] ?? "");
    const claims = JSON.parse(new TextDecoder().decode(payload));
    if (tryParse(Claims, claims)) return claims;
  } catch {} // The cause is dropped: both libraries quote what they could not read.
  throw new IdentityError("internal-error", { detail: "ID token" });
}
