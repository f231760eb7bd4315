import { errors, type JWTPayload, jwtVerify } from "jose";
import { errorTexts } from "../errors/error-texts.ts";
import { ApiError, InvalidTokenError, UnavailableError, UnknownKeyError } from "../errors/errors.ts";
import { type Observe, runUnobserved } from "../observe.ts";
import { createKeySource, type FetchKeys } from "./key-source.ts";

export type TokenVerifier = ReturnType<typeof createTokenVerifier>;

export type TokenVerifierOptions = {
  projectId: string;
  /** The origin of local services, such as "http://localhost:9099", instead of Google's services. */
  localServices?: string;
  /** The address of the keys; by default Google's. */
  keysUrl?: string;
  /** Milliseconds since the epoch. Default: the machine's time. */
  now?: () => number;
  fetchKeys?: FetchKeys;
  /** Called with how far our clock is ahead of the key server's, if that exceeds the tolerance. */
  onSkew?: (skewSeconds: number) => void;
  observe?: Observe;
};

export type VerifiedToken = { uid: string; claims: JWTPayload };

/** @see https://firebase.google.com/docs/auth/admin/verify-id-tokens */
const KEYS = "www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";

const CLOCK_TOLERANCE_S = 5;
/** A signed token from the near future is good: our clock is behind. */
const FUTURE_TOLERANCE_S = 300;
/** Google sets no limit. A token may have everything that a company's identity provider says about a person. */
export const MAX_TOKEN_BYTES = 32 * 1024;
/** Without control characters: PostgreSQL cannot store NUL, and no identifier has the others. */
const UID = /^[^\p{Cc}\p{Cs}]{1,128}$/u;

/** The codes of jose's errors that are definite verdicts. A missing or unreadable list of keys has another code. */
const VERDICT = /^ERR_(JWT|JWS|JOSE_ALG|JOSE_NOT)_/;
/** The token is forged, or our list of keys is old. */
const UNKNOWN_KEY = /^ERR_JWKS_(NO|MULTIPLE)_MATCHING_KEYS?$/;

/**
 * Verifies Firebase ID tokens: RS256 only, issuer, audience, expiry, subject and the time of sign-in, with the keys
 * that the project's token service publishes, at the time that `readTime` gives, or else `now`. `keysAgeSeconds` is undefined before the first fetch.
 * @throws never; `verifyIdToken` rejects with InvalidTokenError, with UnknownKeyError or UnavailableError
 * if the token cannot be judged, or with ApiError 413 if it is too large, `reach` only with UnavailableError
 * @see https://firebase.google.com/docs/auth/admin/verify-id-tokens#verify_id_tokens_using_a_third-party_jwt_library
 */
export function createTokenVerifier(options: TokenVerifierOptions, readTime?: () => Promise<number>) {
  // Local services have one origin for all of Google's hosts.
  const { projectId, localServices = "https:/", now = Date.now, fetchKeys = fetch, onSkew } = options;
  const source = createKeySource({
    url: options.keysUrl ?? `${localServices}/${KEYS}`,
    now,
    fetchKeys,
    observe: options.observe ?? runUnobserved,
    onSkew(skewMs) {
      if (Math.abs(skewMs) > CLOCK_TOLERANCE_S * 1000) onSkew?.(Math.round(skewMs / 1000));
    },
  });

  /** @throws InvalidTokenError; UnavailableError for a token from the future, which only a wrong clock sees as one */
  function requireUid({ sub, iat = 0, auth_time: authTime }: JWTPayload, at: number): string {
    if (typeof sub !== "string" || !UID.test(sub) || typeof authTime !== "number")
      throw new InvalidTokenError();
    if (Math.max(iat, authTime) > at / 1000 + FUTURE_TOLERANCE_S) throw new UnavailableError("clock");
    return sub;
  }

  async function verifyIdToken(idToken: string): Promise<VerifiedToken> {
    if (Buffer.byteLength(idToken) > MAX_TOKEN_BYTES)
      throw new ApiError(413, "request-too-large", `The ID token is larger than ${MAX_TOKEN_BYTES} bytes.`);
    source.refreshInBackground();
    try {
      const at = readTime ? await readTime() : now();
      const { payload } = await jwtVerify(idToken, source.keyOf, {
        algorithms: ["RS256"],
        issuer: `https://securetoken.google.com/${projectId}`,
        audience: projectId,
        currentDate: new Date(at),
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ["exp", "iat", "auth_time", "sub"],
      });
      return { uid: requireUid(payload, at), claims: payload };
    } catch (error) {
      if (error instanceof InvalidTokenError || error instanceof UnavailableError) throw error;
      const isFromTheFuture =
        error instanceof errors.JWTClaimValidationFailed &&
        error.claim === "nbf" &&
        error.reason === "check_failed";
      const isClockAhead = (source.skewMs() ?? 0) > CLOCK_TOLERANCE_S * 1000;
      if (isFromTheFuture || (error instanceof errors.JWTExpired && isClockAhead))
        throw new UnavailableError("clock");
      const code = error instanceof errors.JOSEError ? error.code : "";
      if (UNKNOWN_KEY.test(code)) throw new UnknownKeyError();
      // Only a definite verdict signs a user out.
      if (VERDICT.test(code)) throw new InvalidTokenError();
      throw new UnavailableError("token keys", { cause: error });
    }
  }

  return {
    /** @throws InvalidTokenError; UnknownKeyError or UnavailableError if the token cannot be judged; ApiError 413 */
    verifyIdToken,
    keysAgeSeconds: source.ageSeconds,
    /** Resolves if there are keys. @throws UnavailableError */
    reach: (): Promise<void> =>
      source.reach().catch((cause: unknown) => {
        throw new UnavailableError("token keys", { cause });
      }),
  };
}

/** Equal to Google's own limit for a change of the account (`CREDENTIAL_TOO_OLD_LOGIN_AGAIN`). */
const RECENT_SECONDS = 5 * 60;

/**
 * Accepts a token whose user has signed in, or confirmed who they are, in the last five minutes. The time is
 * `auth_time`, which a refresh of the token does not change.
 * @param now milliseconds since the epoch
 * @throws ApiError 403 `requires-recent-login`
 */
export function requireRecentSignIn({ claims }: VerifiedToken, now: number): void {
  const isRecent = now / 1000 - Number(claims["auth_time"]) <= RECENT_SECONDS;
  if (!isRecent) throw new ApiError(403, "requires-recent-login", errorTexts.notRecent);
}
