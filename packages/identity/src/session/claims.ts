import { base64url } from "jose";
import * as v from "valibot";
import { IdentityError } from "../errors/identity-error.ts";
import { matching, tryParse } from "../lib/schema.ts";

/** The required claims of a token. All others may be custom claims of any type. */
const Claims = v.object({ sub: matching(/./), iat: v.number(), exp: v.number() });

/** The claims of an ID token. Only three of them are type-checked. */
export type IdTokenClaims = Readonly<v.InferOutput<typeof Claims> & Record<string, unknown>>;

/**
 * Reads the claims of an ID token. Does not check the signature, issuer, audience or expiry:
 * good enough to show a name, never to grant access. Servers use `jwtVerify` from jose.
 */
export function decodeClaims(idToken: string): IdTokenClaims {
  try {
    // Do not use jose's `decodeJwt`: it repeats the schema's checks and adds 300 bytes.
    const payload = base64url.decode(idToken.split(".")[1] ?? "");
    const claims = JSON.parse(new TextDecoder().decode(payload));
    if (tryParse(Claims, claims)) return claims;
  } catch {} // Omit the cause, because both libraries quote the text that they could not parse.
  throw new IdentityError("internal-error", { detail: "ID token" });
}
