import { tryTo } from "@tallybin/platform/browser";
import { IdentityError } from "./errors/identity-error.ts";
import { decodeBase64, Numeric, textMatching, tryParse } from "./lib/data.ts";
import * as v from "./lib/schema.ts";
import type { User } from "./user.ts";

/** The required claims of a token. All others may be custom claims of any type. */
const Claims = v.object({ sub: textMatching(/./), iat: Numeric, exp: Numeric });

/** The claims of an ID token. Only three of them are type-checked. */
export type IdTokenClaims = Readonly<v.InferOutput<typeof Claims> & Record<string, unknown>>;

/**
 * Reads the claims of an ID token. Does not check the signature, issuer, audience or expiry:
 * good enough to show a name, never to grant access. Servers use `jwtVerify` from jose.
 */
export function decodeClaims(idToken: string): IdTokenClaims {
  // Drop the cause of a failure, because it may quote the text that could not be parsed.
  const claims = tryTo(() => JSON.parse(new TextDecoder().decode(decodeBase64(idToken.split(".")[1] ?? ""))));
  if (tryParse(Claims, claims)) return claims;
  throw new IdentityError("internal-error", { detail: "ID token" });
}

const textOrUndefined = (value: unknown) => (typeof value === "string" ? value : undefined);

/** The user according to the ID token, enough to show immediately. The lookup completes it. */
export function userFromClaims(claims: IdTokenClaims): User {
  const { sign_in_provider: provider, identities, tenant } = Object(claims["firebase"]);
  const uids = Object(identities);
  const providerIds = Object.keys(uids).filter((id) => id !== "email");
  if (provider === "password") providerIds.unshift(provider);
  return {
    uid: claims.sub,
    email: textOrUndefined(claims["email"]),
    emailVerified: claims["email_verified"] === true,
    displayName: textOrUndefined(claims["name"]),
    photoURL: textOrUndefined(claims["picture"]),
    phoneNumber: textOrUndefined(claims["phone_number"]),
    isAnonymous: provider === "anonymous",
    tenantId: textOrUndefined(tenant),
    providerData: providerIds.map((providerId) => ({
      providerId,
      uid: textOrUndefined(Object(uids[providerId])[0]),
    })),
    enrolledFactors: [],
    passkeys: [],
  };
}
