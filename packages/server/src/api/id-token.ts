import { INVALID_USER_TOKEN, NO_ID_TOKEN } from "@tallybin/contract";
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import * as v from "valibot";
import { UnavailableError } from "../unavailable-error.ts";
import { ApiError, invalidArgument } from "./api-error.ts";

export type TokenVerifier = {
  /** The uid of a good ID token. @throws ApiError 401 for a bad one, UnavailableError when it cannot be told */
  verify(idToken: string): Promise<string>;
  /** Whether the keys can be had at all. */
  reach(): Promise<void>;
};

export type TokenVerifierOptions = {
  projectId: string;
  keysUrl: string;
  now?: () => number;
  fetchKeys?: (url: string, init: RequestInit) => Promise<Response>;
};

/** Google rotates its keys over days and announces new ones before it uses them. */
const KEYS_MAX_AGE_MS = 6 * 3_600_000;
const KEYS_REFRESH_MS = 600_000;
/** A token with an unknown key asks for the keys again, but a flood of forged ones only once in this time. */
const KEYS_COOLDOWN_MS = 1_000;
const KEYS_TIMEOUT_MS = 5_000;
const CLOCK_TOLERANCE_S = 5;
const MAX_TOKEN_LENGTH = 8_192;

const VERDICTS = [
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

const KeySet = v.object({ keys: v.array(v.looseObject({ kty: v.string() })) });

/**
 * A list without a key to check with is a fault of the key server. Taken at its word it would make every good token
 * a bad one, and sign everybody out; refused, it leaves the keys that are known in place.
 */
async function requireKeys(response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const { keys } = v.parse(KeySet, await response.json());
  if (!keys.some(({ kty }) => kty === "RSA")) throw new TypeError("the key list holds no RSA key");
  return Response.json({ keys });
}

const badToken = (): ApiError =>
  new ApiError(401, INVALID_USER_TOKEN, "The sign-in is no longer valid. Please sign in again.");

/**
 * Proves Firebase ID tokens: RS256 only, issuer, audience, expiry, subject and the time of sign-in, with the keys
 * that the project's token service publishes.
 * @see https://firebase.google.com/docs/auth/admin/verify-id-tokens#verify_id_tokens_using_a_third-party_jwt_library
 */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { projectId, keysUrl, now = Date.now, fetchKeys = fetch } = options;
  const keys = createRemoteJWKSet(new URL(keysUrl), {
    cacheMaxAge: KEYS_MAX_AGE_MS,
    cooldownDuration: KEYS_COOLDOWN_MS,
    timeoutDuration: KEYS_TIMEOUT_MS,
    [customFetch]: async (url: string, init: RequestInit) => requireKeys(await fetchKeys(url, init)),
  });
  let refreshedAt = Date.now();
  // Long before the cached keys would have to be refused, so that an outage of the key server is not ours.
  const refreshInBackground = (): void => {
    if (Date.now() - refreshedAt < KEYS_REFRESH_MS) return;
    refreshedAt = Date.now();
    keys.reload().catch(() => undefined);
  };
  return {
    async verify(idToken) {
      if (idToken.length > MAX_TOKEN_LENGTH) throw badToken();
      refreshInBackground();
      const at = now();
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          algorithms: ["RS256"],
          issuer: `https://securetoken.google.com/${projectId}`,
          audience: projectId,
          currentDate: new Date(at),
          clockTolerance: CLOCK_TOLERANCE_S,
          requiredClaims: ["exp", "iat", "auth_time", "sub"],
        });
        const { sub, iat = 0, auth_time: authTime } = payload;
        const latest = at / 1000 + CLOCK_TOLERANCE_S;
        const isGood =
          typeof sub === "string" &&
          /^.{1,128}$/.test(sub) &&
          typeof authTime === "number" &&
          authTime <= latest &&
          iat <= latest;
        if (!isGood) throw badToken();
        return sub;
      } catch (error) {
        if (error instanceof ApiError) throw error;
        // Only a definite verdict signs somebody out; keys that cannot be had or read are no verdict.
        if (VERDICTS.some((verdict) => error instanceof verdict)) throw badToken();
        throw new UnavailableError("token keys", { cause: error });
      }
    },
    async reach() {
      if (keys.fresh) return;
      await keys.reload().catch((error: unknown) => {
        throw new UnavailableError("token keys", { cause: error });
      });
    },
  };
}

/**
 * The bearer token of a request. The page sends the text "undefined" when nobody is signed in (specification §7.2),
 * so that and no header at all mean the same.
 */
export function bearerTokenOf(authorization: string | undefined): string | undefined {
  const text = (authorization ?? "").trim();
  if (text === "" || text === NO_ID_TOKEN) return undefined;
  const token = /^bearer +(\S+)$/i.exec(text)?.[1];
  if (token === undefined) throw invalidArgument("The authorization header is not a bearer token.");
  return token === NO_ID_TOKEN ? undefined : token;
}
