import type { Http } from "../http/http.ts";
import { parseWire } from "../http/wire.ts";
import type { Tokens } from "../session/create-session.ts";
import { TokenResponse } from "./token-response.ts";

/**
 * Exchanges a refresh token for a new ID token. The token endpoint speaks OAuth's snake_case and
 * form encoding, but reports errors in Google's envelope.
 * @see https://cloud.google.com/identity-platform/docs/use-rest-api#section-refresh-token
 */
export async function exchangeRefreshToken(
  http: Http,
  refreshToken: string,
  signal: AbortSignal,
): Promise<Tokens> {
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
  // Google may answer without a refresh token: then the one we hold stays good.
  return parseWire(TokenResponse, { refreshToken, ...(await http("v1/token", form, [], signal)) });
}
