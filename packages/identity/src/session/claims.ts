import { base64url } from "jose";
import * as v from "valibot";
import { IdentityError } from "../errors.ts";
import { parseWire, Texts, texts } from "../wire.ts";

/** What a session is made of; other claims are read where somebody asks for them. */
export const SessionClaims = v.object({
  sub: v.string(),
  iat: v.number(),
  exp: v.number(),
  email_verified: v.optional(v.boolean(), false),
  ...texts("email", "name", "picture", "phone_number"),
  firebase: v.object({
    /** By provider. */
    identities: v.optional(v.record(v.string(), Texts), {}),
    ...texts("sign_in_provider", "tenant"),
  }),
});

/**
 * Reads the claims of an ID token. Does not check the signature, issuer, audience or expiry:
 * good enough to show a name, never to grant access. Servers use `jwtVerify` from jose.
 */
export function decodeClaims<Schema extends v.GenericSchema>(
  schema: Schema,
  idToken: string,
): v.InferOutput<Schema> {
  try {
    // jose's `decodeJwt` would check what the schema checks anyway, for 300 bytes more.
    const payload = base64url.decode(idToken.split(".")[1] ?? "");
    return parseWire(schema, JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload)));
  } catch {
    // No cause: both libraries quote what they could not read.
    throw new IdentityError("internal-error", { detail: "ID token" });
  }
}
