import { compactVerify, decodeJwt, decodeProtectedHeader } from "jose";
import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert } from "../../http/api-error.ts";
import { optionalFields } from "../../http/wire.ts";
import type { Account } from "../state/account.ts";

const IdTokenClaims = v.looseObject({
  ...optionalFields(v.string(), "sub", "user_id", "aud"),
  iat: v.optional(v.number(), 0),
  exp: v.optional(v.number()),
  auth_time: v.optional(v.number()),
  firebase: v.optional(
    v.looseObject({
      sign_in_provider: v.optional(v.string(), "custom"),
      ...optionalFields(v.string(), "tenant", "sign_in_second_factor", "second_factor_identifier"),
    }),
    {},
  ),
});
export type IdTokenClaims = v.InferOutput<typeof IdTokenClaims>;

export type Verified = { account: Account; claims: IdTokenClaims };

/** Reads the claims without verification: for the log and for failure scripts, never to grant access. */
export function decodeClaims(idToken: string): IdTokenClaims | undefined {
  try {
    const parsed = v.safeParse(IdTokenClaims, decodeJwt(idToken));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** True for a token of the emulator's kind: `alg: none` and nothing after the last dot. */
function isUnsignedToken(idToken: string): boolean {
  try {
    return decodeProtectedHeader(idToken).alg === "none" && idToken.endsWith(".");
  } catch {
    return false;
  }
}

const YEAR_S = 365 * 24 * 3600;
const hasExpiryAlthoughUnsigned = ({ identity }: ServiceContext, { iat }: IdTokenClaims): boolean =>
  identity.settings.tokens === "unsigned" && iat > YEAR_S;

export async function isSignedByUs(context: ServiceContext, idToken: string): Promise<boolean> {
  if (await context.keys.remembers(idToken)) return true;
  try {
    await compactVerify(idToken, async ({ kid }) => {
      const key = await context.keys.find(kid ?? "");
      if (!key) throw new Error("unknown key");
      return key.publicKey;
    });
    return true;
  } catch {
    return false;
  }
}

/** When a token expires, in milliseconds of the local clock; undefined for an unsigned token that never expires. */
const tokenExpiryOf = (
  context: ServiceContext,
  idToken: string,
  claims: IdTokenClaims,
): number | undefined =>
  isUnsignedToken(idToken) && !hasExpiryAlthoughUnsigned(context, claims)
    ? undefined
    : (claims.exp ?? 0) * 1000;

/**
 * Verifies signature, project and expiry, the only checks of Google's other services. Unsigned tokens are accepted,
 * because tools for the emulator make their own. Those tools date their tokens to 1970. An unsigned token of another
 * date expires if the setting `tokens` is `unsigned`.
 * @throws {ApiError} INVALID_ID_TOKEN
 */
async function verifySignature(context: ServiceContext, idToken: string | undefined): Promise<IdTokenClaims> {
  const claims = decodeClaims(idToken ?? "");
  assert(idToken && claims, "INVALID_ID_TOKEN");
  const expiresAt = tokenExpiryOf(context, idToken, claims);
  if (expiresAt === undefined) return claims;
  assert(isUnsignedToken(idToken) || (await isSignedByUs(context, idToken)), "INVALID_ID_TOKEN");
  assert(claims.aud === context.projectId && context.clock.now() < expiresAt, "INVALID_ID_TOKEN");
  return claims;
}

/**
 * The caller of one of Google's other services; undefined if signature, project or expiry is wrong. Does not look up
 * the account, because those services do not: a deleted account's token works until it expires.
 */
export async function verifyCaller(context: ServiceContext, idToken: string) {
  try {
    const claims = await verifySignature(context, idToken);
    const uid = claims.sub ?? claims.user_id;
    return uid === undefined
      ? undefined
      : { uid, claims, expiresAt: tokenExpiryOf(context, idToken, claims) };
  } catch {
    return undefined;
  }
}

/**
 * Verifies an ID token and finds its account, in the emulator's order.
 * @throws {ApiError} INVALID_ID_TOKEN, USER_NOT_FOUND, TOKEN_EXPIRED (revoked), USER_DISABLED
 */
export async function verifyIdToken(context: ServiceContext, idToken: string | undefined): Promise<Verified> {
  const claims = await verifySignature(context, idToken);
  assert(claims.firebase.tenant === undefined, "TENANT_ID_MISMATCH");
  const account = context.identity.account(claims.sub ?? claims.user_id ?? "");
  assert(account, "USER_NOT_FOUND");
  assert(claims.iat >= Number(account.validSince ?? 0), "TOKEN_EXPIRED");
  assert(!account.disabled, "USER_DISABLED");
  return { account, claims };
}

/**
 * Sensitive changes need a recent proof of identity, counted from `auth_time`.
 * @throws {ApiError} CREDENTIAL_TOO_OLD_LOGIN_AGAIN
 */
export function assertRecentSignIn(context: ServiceContext, { claims }: Verified): void {
  const authTime = claims.auth_time ?? claims.iat;
  const age = context.clock.now() / 1000 - authTime;
  if (age > context.identity.settings.recentSignInWindowS)
    throw new ApiError("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
}
