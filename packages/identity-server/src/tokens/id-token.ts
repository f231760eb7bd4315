import { errors, type JWTPayload, jwtVerify } from "jose";
import { InvalidTokenError } from "../errors/token-errors.ts";
import { UnavailableError } from "../errors/unavailable-error.ts";
import { type Observe, runUnobserved } from "../observe.ts";
import { createKeySource, type FetchKeys } from "./key-source.ts";

export type TokenVerifier = ReturnType<typeof createTokenVerifier>;

export type TokenVerifierOptions = {
  projectId: string;
  /** The origin of local services, such as "http://localhost:9099", instead of Google's services. */
  localServices?: string;
  /** The address of the keys; by default Google's. */
  keysUrl?: string;
  /** Milliseconds since the epoch. */
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
/** A signed token from the near future shows that our clock is slow; it is valid within a minute. */
const FUTURE_TOLERANCE_S = 60;
const MAX_TOKEN_LENGTH = 8_192;
/** Without control characters: PostgreSQL cannot store NUL, and no identifier has the others. */
const UID = /^[^\p{Cc}\p{Cs}]{1,128}$/u;

const VERDICTS = [
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

const isTokenFromTheFuture = (error: unknown): boolean =>
  error instanceof errors.JWTClaimValidationFailed &&
  error.claim === "nbf" &&
  error.reason === "check_failed";

/**
 * Verifies Firebase ID tokens: RS256 only, issuer, audience, expiry, subject and the time of sign-in, with the keys
 * that the project's token service publishes. `keysAgeSeconds` is undefined before the first fetch.
 * @throws never; `verifyIdToken` and `verify` reject with InvalidTokenError, or with UnavailableError if the token cannot
 * be checked, `reach` only with the latter
 * @see https://firebase.google.com/docs/auth/admin/verify-id-tokens#verify_id_tokens_using_a_third-party_jwt_library
 */
export function createTokenVerifier(options: TokenVerifierOptions) {
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

  /** A wrong time is the token's fault only if our own clock is right. */
  function wrongTimeError(kind: "future" | "expired"): Error {
    const skewMs = source.skewMs();
    const isClockRight =
      skewMs === undefined ? kind === "expired" : Math.abs(skewMs) <= CLOCK_TOLERANCE_S * 1000;
    return isClockRight ? new InvalidTokenError() : new UnavailableError("clock");
  }

  function requireUid({ sub, iat = 0, auth_time: authTime }: JWTPayload, at: number): string {
    if (typeof sub !== "string" || !UID.test(sub) || typeof authTime !== "number")
      throw new InvalidTokenError();
    if (Math.max(iat, authTime) > at / 1000 + FUTURE_TOLERANCE_S) throw wrongTimeError("future");
    return sub;
  }

  /** @throws InvalidTokenError; UnavailableError if the token cannot be checked */
  async function verifyIdToken(idToken: string): Promise<VerifiedToken> {
    if (idToken.length > MAX_TOKEN_LENGTH) throw new InvalidTokenError();
    source.refreshInBackground();
    const at = now();
    try {
      const { payload } = await jwtVerify(idToken, source.keys, {
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
      if (error instanceof errors.JWTExpired) throw wrongTimeError("expired");
      if (isTokenFromTheFuture(error)) throw wrongTimeError("future");
      // Only a definite verdict signs a user out; missing or unreadable keys are no verdict.
      if (VERDICTS.some((verdict) => error instanceof verdict)) throw new InvalidTokenError();
      throw new UnavailableError("token keys", { cause: error });
    }
  }

  return {
    verifyIdToken,
    /**
     * Verifies a token like `verifyIdToken`, and returns only its uid. @throws InvalidTokenError; UnavailableError if
     * the token cannot be checked
     */
    verify: async (idToken: string): Promise<string> => (await verifyIdToken(idToken)).uid,
    keysAgeSeconds: source.ageSeconds,
    /** Resolves if there are keys. @throws UnavailableError */
    async reach(): Promise<void> {
      await source.reach().catch((error: unknown) => {
        throw new UnavailableError("token keys", { cause: error });
      });
    },
  };
}
