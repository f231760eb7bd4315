import { type Http, parseWire, Time } from "../http/http.ts";
import { Text } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { Tokens } from "../session/tokens.ts";

const Response = v.object({
  id_token: Text,
  /** Google may omit it; the current refresh token then stays valid. */
  refresh_token: v.optional(Text),
  expires_in: v.optional(Time),
});

/**
 * Exchanges a refresh token for a new ID token. The token endpoint uses snake_case and form encoding, as in OAuth,
 * but reports errors in Google's envelope.
 * @see https://cloud.google.com/identity-platform/docs/use-rest-api#section-refresh-token
 */
export async function exchangeRefreshToken(
  http: Http,
  refreshToken: string,
  signal: AbortSignal,
): Promise<Tokens> {
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
  const answer = parseWire(Response, await http("v1/token", form, "", signal));
  return {
    idToken: answer.id_token,
    refreshToken: answer.refresh_token ?? refreshToken,
    expiresIn: answer.expires_in,
  };
}
