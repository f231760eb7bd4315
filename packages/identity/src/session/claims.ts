import { base64url } from "jose";
import * as v from "valibot";
import { IdentityError } from "../errors.ts";
import { parseWire } from "../http.ts";
import { parseJson, texts } from "../wire.ts";

/** The claims every ID token of the service carries; custom claims pass through beside them. */
export const IdTokenClaims = v.looseObject({
  sub: v.string(),
  iat: v.number(),
  exp: v.number(),
  auth_time: v.number(),
  email_verified: v.optional(v.boolean(), false),
  ...texts("iss", "aud", "email", "name", "picture", "phone_number"),
  firebase: v.looseObject({
    identities: v.optional(v.record(v.string(), v.array(v.string())), {}),
    ...texts("sign_in_provider", "sign_in_second_factor", "tenant"),
  }),
});
export type IdTokenClaims = v.InferOutput<typeof IdTokenClaims>;

/**
 * Reads the claims of an ID token. Does not check the signature, issuer, audience or expiry:
 * good enough to show a name, never to grant access. Servers use `jwtVerify` from jose.
 */
export function decodeClaims(idToken: string): IdTokenClaims {
  try {
    // jose's `decodeJwt` would check what the schema checks anyway, for 300 bytes more.
    const payload = base64url.decode(idToken.split(".")[1] ?? "");
    return parseWire(IdTokenClaims, parseJson(new TextDecoder("utf-8", { fatal: true }).decode(payload)));
  } catch {
    // No cause: both libraries quote what they could not read.
    throw new IdentityError("internal-error", { detail: "the ID token cannot be read" });
  }
}
