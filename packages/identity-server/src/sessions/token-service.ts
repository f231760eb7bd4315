import { decodeJwt, type JWTPayload } from "jose";
import * as v from "valibot";
import { SESSION_ENDED, TokenRefusal, UnavailableError } from "../errors/errors.ts";
import { readTextWithin } from "../tokens/bounded-body.ts";

const REFUSALS = [SESSION_ENDED, "USER_DISABLED", "USER_NOT_FOUND", "INVALID_REFRESH_TOKEN"];

const TokenResponse = v.object({
  id_token: v.string(),
  refresh_token: v.optional(v.pipe(v.string(), v.nonEmpty())),
  expires_in: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(1)),
});
const Refusal = v.object({ error: v.object({ message: v.string() }) });

export type NewTokens = {
  idToken: string;
  /** The ID token's claims. Its signature is not verified here. */
  claims: JWTPayload;
  /** The next refresh token. Google returns the same one each time. */
  refreshToken: string;
  expiresInSeconds: number;
};

/** Sends a request: `fetch`, or a function that answers without a network. */
export type SendRequest = (request: Request) => Promise<Response>;

/** A token response has 3 kB. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** The timeout is shorter than the client's timeout, and shorter than a claim on a row. */
const TIMEOUT_MS = 8_000;

/**
 * The refresh token grant. Rejects with {@link TokenRefusal} for a definite code, else with UnavailableError.
 * @param origin sent as referrer, since the deploy guide restricts the API key to the site's own pages
 * @see https://cloud.google.com/identity-platform/docs/use-rest-api#section-refresh-token
 */
export function createTokenService(url: string, apiKey: string, origin: string, fetchTokens: SendRequest) {
  const address = `${url}/v1/token?${new URLSearchParams({ key: apiKey })}`;
  return async (refreshToken: string): Promise<NewTokens> => {
    try {
      const request = new Request(address, {
        method: "POST",
        headers: { referer: `${origin}/` },
        body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: "manual", // workerd refuses `error`; a redirect is no token response
      });
      const answer = await fetchTokens(request);
      const body: unknown = JSON.parse(await readTextWithin(answer, MAX_ANSWER_BYTES));
      const refused = v.safeParse(Refusal, body);
      const code = refused.success ? /^[A-Z_]+/.exec(refused.output.error.message)?.[0] : undefined;
      // A 5xx is a broken server, whatever its body says.
      if (code !== undefined && answer.status >= 400 && answer.status < 500 && REFUSALS.includes(code))
        throw new TokenRefusal(code);
      const exchanged = v.safeParse(TokenResponse, body);
      // The cause names no value, because it may be a token.
      if (answer.status !== 200 || !exchanged.success) throw new Error(`status ${answer.status}`);
      const { id_token, refresh_token = refreshToken, expires_in } = exchanged.output;
      const claims = decodeJwt(id_token);
      if (typeof claims.sub !== "string") throw new Error("no subject");
      return { idToken: id_token, claims, refreshToken: refresh_token, expiresInSeconds: expires_in };
    } catch (cause) {
      if (cause instanceof TokenRefusal) throw cause;
      throw new UnavailableError("token service", { cause });
    }
  };
}
