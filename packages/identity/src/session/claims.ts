import { base64url } from "jose";
import * as v from "valibot";
import { IdentityError } from "../errors.ts";
import { parseJson, parseWire, Texts, texts } from "../wire.ts";

/** By provider. In this form, because valibot's `record` costs a hundred bytes. */
const Identities = v.custom<Record<string, string[]>>(
  (value) => value instanceof Object && Object.values(value).every((ids) => v.safeParse(Texts, ids).success),
);

/** The claims every ID token of the service carries; custom claims pass through beside them. */
const Claims = v.object({
  sub: v.string(),
  iat: v.number(),
  exp: v.number(),
  auth_time: v.number(),
  email_verified: v.optional(v.boolean(), false),
  ...texts("iss", "aud", "email", "name", "picture", "phone_number"),
  firebase: v.object({
    identities: v.optional(Identities, {}),
    ...texts("sign_in_provider", "sign_in_second_factor", "tenant"),
  }),
});
type Custom = { [custom: string]: unknown };
export type IdTokenClaims = v.InferOutput<typeof Claims> & Custom & { firebase: Custom };

/**
 * Reads the claims of an ID token. Does not check the signature, issuer, audience or expiry:
 * good enough to show a name, never to grant access. Servers use `jwtVerify` from jose.
 */
export function decodeClaims(idToken: string): IdTokenClaims {
  try {
    // jose's `decodeJwt` would check what the schema checks anyway, for 300 bytes more.
    const payload = base64url.decode(idToken.split(".")[1] ?? "");
    const all = parseJson(new TextDecoder("utf-8", { fatal: true }).decode(payload)) as IdTokenClaims;
    const claims = parseWire(Claims, all);
    return { ...all, ...claims, firebase: { ...all.firebase, ...claims.firebase } };
  } catch {
    // No cause: both libraries quote what they could not read.
    throw new IdentityError("internal-error", { detail: "ID token" });
  }
}
