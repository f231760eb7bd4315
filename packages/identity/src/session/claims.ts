import * as v from "valibot";
import { IdentityError } from "../errors/identity-error.ts";
import { toBytes } from "../lib/base64.ts";
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
    const payload = toBytes(idToken.split(".")[1] ?? "");
    const claims = JSON.parse(new TextDecoder().decode(payload));
    if (tryParse(Claims, claims)) return claims;
  } catch {} // Omit the cause, because it may quote the text that could not be parsed.
  throw new IdentityError("internal-error", { detail: "ID token" });
}
