import { ApiError } from "../errors/api-error.ts";
import { errorTexts } from "../errors/error-texts.ts";
import type { VerifiedToken } from "./id-token.ts";

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
