import { base64url } from "jose";
import * as v from "valibot";
import { IdentityError } from "../errors/identity-error.ts";
import { Texts, texts, tryParse } from "../lib/schema.ts";

/** Not by valibot's `record`: a page would carry 70 bytes more for this one use. */
const Identities = v.custom<Record<string, readonly string[]>>(
  (identities) =>
    identities instanceof Object && Object.values(identities).every((texts) => tryParse(Texts, texts)),
);

const Claims = v.object({
  sub: v.string(),
  iat: v.number(),
  exp: v.number(),
  auth_time: v.number(),
  email_verified: v.optional(v.boolean()),
  ...texts("iss", "aud", "email", "name", "picture", "phone_number"),
  firebase: v.object({
    /** By provider. */
    identities: v.optional(Identities),
    ...texts("sign_in_provider", "sign_in_second_factor", "tenant"),
  }),
});

/** The claims every ID token of the service carries; custom claims stand beside them. */
export type IdTokenClaims = v.InferOutput<typeof Claims> & Record<string, unknown>;

/**
 * Reads the claims of an ID token. Does not check the signature, issuer, audience or expiry:
 * good enough to show a name, never to grant access. Servers use `jwtVerify` from jose.
 */
export function decodeClaims(idToken: string): IdTokenClaims {
  try {
    // jose's `decodeJwt` would check what the schema checks anyway, for 300 bytes more.
    const payload = base64url.decode(idToken.split(".")[1] ?? "");
    const claims = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
    if (tryParse(Claims, claims)) return claims;
  } catch {} // The cause is dropped: both libraries quote what they could not read.
  throw new IdentityError("internal-error", { detail: "ID token" });
}
