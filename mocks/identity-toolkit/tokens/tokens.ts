import { base64url, compactVerify, decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert } from "../../http/api-error.ts";
import { encodeBase64Json, fieldsOf, omitUndefined, optionalFields } from "../../http/wire.ts";
import type { Account, MfaEnrollment } from "../state/account.ts";
import { ALGORITHM } from "./keys.ts";

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

/** Reads a token without verification: for the log and for failure scripts, never to grant access. */
export function decodeIdToken(idToken: string): { claims: IdTokenClaims; isUnsigned: boolean } | undefined {
  try {
    const claims = v.parse(IdTokenClaims, decodeJwt(idToken));
    return { claims, isUnsigned: decodeProtectedHeader(idToken).alg === "none" && idToken.endsWith(".") };
  } catch {
    return undefined;
  }
}

export async function isSignedByUs(context: ServiceContext, idToken: string): Promise<boolean> {
  try {
    await compactVerify(idToken, async ({ kid }) => {
      const key = await context.keys.find(kid ?? "");
      if (!key) throw new Error("unknown key");
      return key.publicJwk;
    });
    return true;
  } catch {
    return false;
  }
}

const YEAR_S = 365 * 24 * 3600;

/**
 * Verifies signature, project and expiry, the only checks of Google's other services. Unsigned tokens are accepted,
 * because tools for the emulator make their own. Those tools date their tokens to 1970. An unsigned token of another
 * date expires if the setting `tokens` is `unsigned`.
 * @returns the claims, and the expiry in milliseconds of the local clock; undefined for a token that never expires
 * @throws {ApiError} INVALID_ID_TOKEN
 */
async function verifySignature(context: ServiceContext, idToken: string) {
  const token = decodeIdToken(idToken);
  assert(token, "INVALID_ID_TOKEN");
  const { claims, isUnsigned } = token;
  if (isUnsigned && (context.identity.settings.tokens === "signed" || claims.iat <= YEAR_S))
    return { claims, expiresAt: undefined };
  const expiresAt = (claims.exp ?? 0) * 1000;
  assert(isUnsigned || (await isSignedByUs(context, idToken)), "INVALID_ID_TOKEN");
  assert(claims.aud === context.projectId && context.clock.now() < expiresAt, "INVALID_ID_TOKEN");
  return { claims, expiresAt };
}

/**
 * The caller of one of Google's other services; undefined if signature, project or expiry is wrong. Does not look up
 * the account, because those services do not: a deleted account's token works until it expires.
 */
export async function verifyCaller(context: ServiceContext, idToken: string) {
  try {
    const verified = await verifySignature(context, idToken);
    const uid = verified.claims.sub ?? verified.claims.user_id;
    return uid === undefined ? undefined : { uid, ...verified };
  } catch {
    return undefined;
  }
}

/**
 * Verifies an ID token and finds its account, in the emulator's order.
 * @throws {ApiError} INVALID_ID_TOKEN, USER_NOT_FOUND, TOKEN_EXPIRED (revoked), USER_DISABLED
 */
export async function verifyIdToken(context: ServiceContext, idToken = ""): Promise<Verified> {
  const { claims } = await verifySignature(context, idToken);
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
  assert(age <= context.identity.settings.recentSignInWindowS, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
}

const encodeJwtPart = (part: object): string => base64url.encode(JSON.stringify(part));

/** A JWT without a signature, as Google's emulator issues them. */
export const createUnsignedJwt = (claims: object): string =>
  `${encodeJwtPart({ alg: "none", typ: "JWT" })}.${encodeJwtPart(claims)}.`;

/** A JWT of these services, signed or unsigned as the setting `tokens` says. */
export const issueJwt = async (context: ServiceContext, claims: Record<string, unknown>): Promise<string> =>
  context.identity.settings.tokens === "unsigned" ? createUnsignedJwt(claims) : signJwt(context, claims);

export async function signJwt({ keys }: Pick<ServiceContext, "keys">, claims: Record<string, unknown>) {
  const { kid, privateJwk } = await keys.current();
  const header = { alg: ALGORITHM, kid, typ: "JWT" };
  return new SignJWT(claims).setProtectedHeader(header).sign(privateJwk);
}

const MAX_CLAIMS_BYTES = 1000;
const RESERVED = "iss aud sub iat exp nbf jti nonce azp acr amr cnf auth_time firebase at_hash c_hash".split(
  " ",
);

const Claims = v.record(v.string(), v.unknown());

/**
 * Custom claims of ID tokens may not use the names of OpenID Connect and Firebase.
 * @throws {ApiError} INVALID_CLAIMS, FORBIDDEN_CLAIM
 * @see https://firebase.google.com/docs/auth/admin/custom-claims
 */
export function assertClaims(claims: unknown): Record<string, unknown> {
  const parsed = v.safeParse(Claims, claims);
  assert(parsed.success && !Array.isArray(claims), "INVALID_CLAIMS");
  const forbidden = RESERVED.find((name) => Object.hasOwn(parsed.output, name));
  if (forbidden !== undefined) throw new ApiError(`FORBIDDEN_CLAIM : ${forbidden}`);
  return parsed.output;
}

/** Checks claims for an account, which are sent as a JSON string. */
export function assertCustomAttributes(json: string): string {
  assert(new TextEncoder().encode(json).length <= MAX_CLAIMS_BYTES, "CLAIMS_TOO_LARGE");
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), json);
  assert(parsed.success, "INVALID_CLAIMS");
  assertClaims(parsed.output);
  return json;
}

const SecondFactor = v.object({ identifier: v.string(), provider: v.string() });

/** A refresh token's content: the session that it continues. */
export const RefreshTokenData = v.object({
  _AuthEmulatorRefreshToken: v.literal("DO NOT MODIFY"),
  ...fieldsOf(v.string(), "localId", "provider"),
  extraClaims: v.optional(Claims, {}),
  projectId: v.string(),
  secondFactor: v.optional(SecondFactor),
  /** The last proof of identity, in seconds. Absent in a token of the emulator. */
  authTime: v.optional(v.number()),
  /** When this session's first tokens were issued, in seconds; before `validSince` means revoked. */
  sessionStart: v.optional(v.number()),
});
export type RefreshTokenData = v.InferOutput<typeof RefreshTokenData>;

export type SignIn = {
  /** `password`, `anonymous`, `custom`, `phone` or a provider's ID. */
  provider: string;
  extraClaims?: Record<string, unknown> | undefined;
  secondFactor?: v.InferOutput<typeof SecondFactor> | undefined;
  /** SAML only: what the assertion states about the user. */
  signInAttributes?: Record<string, unknown> | undefined;
  /** Seconds; default: now. */
  authTime?: number | undefined;
  /** Seconds; default: now, which means a new session. */
  sessionStart?: number | undefined;
  /** Seconds; default: now. The ID token's lifetime starts here. */
  issuedAt?: number | undefined;
};

/** The session of a caller, for tokens that continue it. */
export const sessionOf = ({ claims: { firebase, auth_time: authTime } }: Verified): SignIn => ({
  provider: firebase.sign_in_provider,
  authTime,
  ...(firebase.sign_in_second_factor &&
    firebase.second_factor_identifier && {
      secondFactor: {
        provider: firebase.sign_in_second_factor,
        identifier: firebase.second_factor_identifier,
      },
    }),
});

function identitiesClaimOf(account: Account): Record<string, string[]> {
  const identities: Record<string, string[]> = account.email ? { email: [account.email] } : {};
  for (const { providerId, rawId } of account.providerUserInfo ?? [])
    if (providerId !== "password" && rawId !== undefined)
      identities[providerId] = [...(identities[providerId] ?? []), rawId];
  return identities;
}

const StoredClaims = v.fallback(v.pipe(v.string(), v.parseJson(), Claims), {});

/**
 * The claims of an ID token.
 * @see https://firebase.google.com/docs/auth/admin/verify-id-tokens#verify_id_tokens_using_a_third-party_jwt_library
 */
function idTokenClaimsOf(context: ServiceContext, account: Account, signIn: SignIn, authTime: number) {
  const { displayName, photoUrl, email, emailVerified, phoneNumber } = account;
  return {
    name: displayName,
    picture: photoUrl,
    ...v.parse(StoredClaims, account.customAttributes),
    ...signIn.extraClaims,
    ...omitUndefined({ email, email_verified: emailVerified, phone_number: phoneNumber }),
    ...(signIn.provider === "anonymous" && { provider_id: "anonymous" }),
    auth_time: authTime,
    user_id: account.localId,
    firebase: {
      identities: identitiesClaimOf(account),
      sign_in_provider: signIn.provider,
      second_factor_identifier: signIn.secondFactor?.identifier,
      sign_in_second_factor: signIn.secondFactor?.provider,
      sign_in_attributes: signIn.signInAttributes,
    },
    iss: `https://securetoken.google.com/${context.projectId}`,
    aud: context.projectId,
    sub: account.localId,
  };
}

/** Issues an ID token and a refresh token, and records the time on the account. */
export async function issueTokens(context: ServiceContext, account: Account, signIn: SignIn) {
  const now = context.clock.now();
  const current = context.identity.update(account, { lastRefreshAt: new Date(now).toISOString() });
  const second = Math.floor(now / 1000);
  // A revocation counts from the next second, so that it also ends sessions of the current second. Tokens issued after
  // it therefore get at least the account's `validSince`.
  const isRevokedNow = Number(current.validSince ?? 0) === second + 1;
  const issuedAt = signIn.issuedAt ?? (isRevokedNow ? second + 1 : second);
  const authTime = signIn.authTime ?? Math.floor(Number(current.lastLoginAt ?? now) / 1000);
  const lifetime = context.identity.settings.idTokenLifetimeS;
  const claims = idTokenClaimsOf(context, current, signIn, authTime);
  const idToken = await issueJwt(context, { ...claims, iat: issuedAt, exp: issuedAt + lifetime });
  const data: RefreshTokenData = {
    _AuthEmulatorRefreshToken: "DO NOT MODIFY",
    localId: account.localId,
    provider: signIn.provider,
    extraClaims: signIn.extraClaims ?? {},
    projectId: context.projectId,
    secondFactor: signIn.secondFactor,
    authTime,
    sessionStart: signIn.sessionStart ?? issuedAt,
  };
  return { idToken, refreshToken: encodeBase64Json(data), expiresIn: String(lifetime) };
}

/** All digits but the last four become stars. */
const obfuscatePhone = (phoneNumber: string): string => phoneNumber.replace(/\d(?=\d{4})/g, "*");

/** A second factor as a pending sign-in shows it: without most digits of its phone number. */
export const toFactorHint = ({ unobfuscatedPhoneInfo, ...enrollment }: MfaEnrollment): MfaEnrollment => ({
  ...enrollment,
  ...(unobfuscatedPhoneInfo !== undefined && { phoneInfo: obfuscatePhone(unobfuscatedPhoneInfo) }),
});
