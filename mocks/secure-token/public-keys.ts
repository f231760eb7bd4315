import type { ServiceContext } from "../core/service-context.ts";
import { type Call, createRouteFactory, createRouter } from "../http/router.ts";
import type { Service } from "../serving/serve.ts";

const ACCOUNT = "securetoken@system.gserviceaccount.com";
const KEYS = `/service_accounts/v1/jwk/${ACCOUNT}`;

/** Where Google publishes keys, on its own hosts or below a host's name. */
export const KEY_PLACES =
  /\/(service_accounts\/v1\/jwk\/|robot\/v1\/metadata\/x509\/|identitytoolkit\/v3\/relyingparty\/publicKeys$|securetoken\.google\.com\/|firebaseappcheck\.googleapis\.com\/).*/;

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
    open("GET", "/securetoken.google.com/{project}/.well-known/openid-configuration", describeIssuer),
  ]),
  pathOf: ({ host, pathname }) =>
    KEY_PLACES.exec(`/${host}${pathname}`)?.[0].replaceAll("%40", "@") ?? pathname,
};
