import * as v from "valibot";
import type { ServiceContext } from "../core/service-context.ts";
import { assert } from "../http/api-error.ts";
import { type Call, createRouteFactory, createRouter } from "../http/router.ts";
import { decodeBase64Json, parseBody, schemaOf } from "../http/wire.ts";
import { PROJECT_NUMBER } from "../identity-toolkit/admin/config.ts";
import requests from "../identity-toolkit/requests/requests.json" with { type: "json" };
import type { RequestBody } from "../identity-toolkit/requests/requests.ts";
import { issueTokens, RefreshTokenData } from "../identity-toolkit/tokens/tokens.ts";
import type { Service } from "../serving/serve.ts";

const ExchangeBody = schemaOf(requests.token);

/**
 * Exchanges a refresh token for a new ID token. The refresh token stays the same. Unlike in the emulator, a session
 * that was revoked, or whose password changed, ends here.
 * @see https://cloud.google.com/identity-platform/docs/use-rest-api#section-refresh-token
 */
async function exchangeRefreshToken(
  context: ServiceContext,
  { grantType, refreshToken }: RequestBody<"token">,
): Promise<object> {
  const parsed = v.safeParse(RefreshTokenData, decodeBase64Json(refreshToken ?? ""));
  assert(!refreshToken || parsed.success, "INVALID_REFRESH_TOKEN");
  assert(grantType, "MISSING_GRANT_TYPE");
  assert(grantType === "refresh_token", "INVALID_GRANT_TYPE");
  assert(parsed.success, "MISSING_REFRESH_TOKEN");
  const data = parsed.output;
  assert(data.projectId === context.projectId, "INVALID_REFRESH_TOKEN");
  const account = context.identity.account(data.localId);
  assert(account, "INVALID_REFRESH_TOKEN");
  assert(!account.disabled, "USER_DISABLED");
  assert((data.sessionStart ?? Number.POSITIVE_INFINITY) >= Number(account.validSince ?? 0), "TOKEN_EXPIRED");
  const tokens = await issueTokens(context, account, data);
  return {
    id_token: tokens.idToken,
    access_token: tokens.idToken,
    expires_in: tokens.expiresIn,
    refresh_token: tokens.refreshToken,
    token_type: "Bearer",
    user_id: account.localId,
    project_id: PROJECT_NUMBER,
  };
}

export const secureToken: Service = {
  router: createRouter([
    createRouteFactory("token", "key only")("POST", "/v1/token", (context, { fields }) =>
      exchangeRefreshToken(context, parseBody(ExchangeBody, fields)),
    ),
  ]),
  appCheck: "token",
};

const ACCOUNT = "securetoken@system.gserviceaccount.com";
const KEYS = `/service_accounts/v1/jwk/${ACCOUNT}`;

/** Where Google publishes keys, on its own hosts or below a host's name. */
export const KEY_PATHS =
  /(\/(?:service_accounts\/v1\/jwk\/|robot\/v1\/metadata\/x509\/|identitytoolkit\/v3\/relyingparty\/publicKeys$|securetoken\.google\.com\/|firebaseappcheck\.googleapis\.com\/).*)/;

/**
 * Leads a verifier of OpenID Connect to the keys. The issuer is Google's, because the tokens name it.
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
 */
function describeIssuer({ origin }: ServiceContext, { url, params }: Call): object {
  // A test that intercepts Google's hosts finds the keys there too.
  const services = url.host === "securetoken.google.com" ? "https:/" : (origin ?? url.origin);
  return {
    issuer: `https://securetoken.google.com/${params["project"]}`,
    jwks_uri: `${services}/www.googleapis.com${KEYS}`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  };
}

const open = createRouteFactory("jwks", "open");

/** The keys that verify ID tokens, session cookies and tokens of App Check, at the paths and in the forms of Google's. */
export const publicKeys: Service = {
  router: createRouter([
    open("GET", KEYS, ({ keys }) => keys.jwks()),
    open("GET", "/firebaseappcheck.googleapis.com/v1/jwks", ({ keys }) => keys.jwks()),
    open("GET", `/robot/v1/metadata/x509/${ACCOUNT}`, ({ keys }) => keys.certificates()),
    open("GET", "/identitytoolkit/v3/relyingparty/publicKeys", ({ keys }) => keys.certificates()),
    open("GET", "/securetoken.google.com/:project/.well-known/openid-configuration", describeIssuer),
  ]),
};
