import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert } from "../../http/api-error.ts";
import { omitUndefined } from "../../http/wire.ts";
import type { Authorization, ProviderPerson } from "../state/codes.ts";
import { issueJwt } from "../tokens/tokens.ts";
import { claimsOfPerson, type IdpCredential, isSaml } from "./profile.ts";

const AUTHORIZATION_LIFETIME_MS = 600_000;
const CREDENTIAL_LIFETIME_MS = 3_600_000;

const ISSUERS: Record<string, string> = {
  "google.com": "https://accounts.google.com",
  "apple.com": "https://appleid.apple.com",
  "microsoft.com": "https://login.microsoftonline.com/common/v2.0",
  "yahoo.com": "https://api.login.yahoo.com",
};

type Begin = Pick<
  Authorization,
  "providerId" | "continueUri" | "idpSessionId" | "site" | "context" | "scope" | "loginHint"
> & {
  /** The client's own parameters of the request. They cannot replace those of OAuth. */
  parameters?: Record<string, string> | undefined;
};

/** Twitter speaks OAuth 1. Its address has a request token instead of a state; here, that token is the state. */
const isTwitter = ({ providerId }: Pick<Authorization, "providerId">): boolean =>
  providerId === "twitter.com";

/**
 * Begins a sign-in at a simulated provider, and returns it with the address of its consent page. Its parameters are those of
 * an OAuth authorization request, so the page looks real in a network log. Apple answers a request for name or email
 * by a form that its page posts.
 * @see https://www.rfc-editor.org/rfc/rfc5849#section-2.2
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1
 * @see https://developer.apple.com/documentation/signinwithapplerestapi/request-an-authorization-to-the-sign-in-with-apple-server
 */
export function beginAuthorization(context: ServiceContext, origin: string, begin: Begin) {
  const { parameters, ...kept } = begin;
  const state = context.random.code(32);
  const isApple = begin.providerId === "apple.com";
  // Identity Platform asks Apple for email and name, unless the project allows several accounts per address.
  const usual = isApple && !context.identity.settings.allowDuplicateEmails ? "email name" : undefined;
  const scope = begin.scope || usual;
  const formPost = isApple && /\b(name|email)\b/.test(scope ?? "");
  const authorization = {
    ...kept,
    state,
    scope,
    formPost,
    loginHint: parameters?.["login_hint"] ?? begin.loginHint,
    expiresAt: context.clock.now() + AUTHORIZATION_LIFETIME_MS,
  };
  context.identity.authorizations.set(state, authorization);
  const url = new URL("/__local/consent", context.consentOrigin ?? origin);
  const protocol = isTwitter(begin)
    ? { oauth_token: state }
    : {
        response_type: formPost ? "code id_token" : "code",
        response_mode: formPost ? "form_post" : undefined,
        client_id: context.projectId,
        redirect_uri: begin.continueUri,
        scope,
        state,
      };
  const own = { provider: begin.providerId, world: context.world };
  for (const [name, value] of Object.entries({ ...parameters, ...protocol, ...own }))
    if (value !== undefined) url.searchParams.set(name, value);
  return { authorization, address: url.href };
}

/** The sign-in of a consent page, unless the user has already answered the page or the sign-in has expired. */
export function findOpenAuthorization({ identity, clock }: ServiceContext, state: string) {
  const found = identity.authorizations.get(state);
  return found && found.code === undefined && found.expiresAt > clock.now() ? found : undefined;
}

/** The field of Apple's form with the person's name and address. Apple sends it only at the first sign-in. */
function appleUserField({ identity }: ServiceContext, { providerId, sub, email, name = "" }: ProviderPerson) {
  if (identity.accountByProvider(providerId, sub)) return undefined;
  const [firstName = "", ...others] = name.split(" ");
  return JSON.stringify({ name: { firstName, lastName: others.join(" ") }, email });
}
const AppleName = v.fallback(
  v.pipe(
    v.string(),
    v.parseJson(),
    v.object({ name: v.object({ firstName: v.string(), lastName: v.string() }) }),
    v.transform(({ name: { firstName, lastName } }) => `${firstName} ${lastName}`.trim() || undefined),
  ),
  undefined,
);

/** What the provider sends back: its code, or the reason of the refusal. */
async function responseFieldsOf(
  context: ServiceContext,
  authorization: Authorization,
  person: ProviderPerson | undefined,
  code: string,
): Promise<Record<string, string>> {
  const { state, formPost, providerId } = authorization;
  if (isTwitter(authorization))
    return person ? { oauth_token: state, oauth_verifier: code } : { denied: state };
  if (!person)
    return formPost
      ? { error: "user_cancelled_authorize" }
      : { error: "access_denied", error_description: "The person denied access." };
  if (!formPost) return { code };
  const idToken = await issueProviderIdToken(context, providerId, { ...person, name: undefined });
  return omitUndefined({ code, id_token: idToken, user: appleUserField(context, person) });
}

/** A provider's response: the address that the browser goes to, and the form that the page posts there, if any. */
export type ProviderResponse = { address: string; form?: Record<string, string> };

/**
 * Stores the chosen person, or undefined for a user who declined, and returns the provider's response.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
 */
export async function answerAuthorization(
  context: ServiceContext,
  authorization: Authorization,
  person?: ProviderPerson,
): Promise<ProviderResponse> {
  const { state, continueUri, formPost } = authorization;
  const { authorizations } = context.identity;
  const code = context.random.code(48);
  const expiresAt = context.clock.now() + AUTHORIZATION_LIFETIME_MS;
  if (person) authorizations.set(state, { ...authorization, code, person, expiresAt });
  else authorizations.delete(state);
  const fields = await responseFieldsOf(context, authorization, person, code);
  if (formPost) return { address: continueUri, form: { state, ...fields } };
  // Google's address at the provider has the state too, whatever the provider's protocol adds.
  const url = new URL(continueUri);
  for (const [name, value] of Object.entries({ ...fields, state })) url.searchParams.set(name, value);
  return { address: url.href };
}

const issueCredential = (
  context: ServiceContext,
  kind: "access" | "pending",
  providerId: string,
  person: ProviderPerson,
): string => {
  const token = context.random.code(kind === "access" ? 64 : 80);
  const expiresAt = context.clock.now() + CREDENTIAL_LIFETIME_MS;
  context.identity.issued.set(token, { kind, providerId, person, expiresAt });
  return token;
};

/** The ID token of a provider with OpenID Connect; the others issue only an access token. */
async function issueProviderIdToken(context: ServiceContext, providerId: string, person: ProviderPerson) {
  const iss =
    context.identity.providerConfigs.get(providerId)?.issuer ??
    ISSUERS[providerId] ??
    (providerId.startsWith("oidc.") ? `https://${providerId}` : undefined);
  if (iss === undefined) return undefined;
  const iat = Math.floor(context.clock.now() / 1000);
  const exp = iat + CREDENTIAL_LIFETIME_MS / 1000;
  return issueJwt(context, { ...claimsOfPerson(person), iss, aud: context.projectId, iat, exp });
}

/**
 * Redeems the code of a callback, once, and only for the session that began it. Otherwise an attacker who makes a
 * victim open a callback URL could sign them in to an account of the attacker's choice.
 * @throws {ApiError} USER_CANCELLED, INVALID_IDP_RESPONSE
 */
export async function redeemCode(
  context: ServiceContext,
  params: URLSearchParams,
  sessionId: string | undefined,
): Promise<IdpCredential> {
  const { identity, clock } = context;
  const error = params.has("denied") ? "access_denied" : params.get("error");
  if (error !== null)
    throw new ApiError(
      ["access_denied", "user_cancelled_authorize"].includes(error)
        ? "USER_CANCELLED : The person denied access."
        : "INVALID_IDP_RESPONSE : The provider answered with an error.",
    );
  const authorization = identity.authorizations.get(params.get("state") ?? "");
  const { person: chosen, code, providerId = "", expiresAt = 0 } = authorization ?? {};
  assert(
    authorization &&
      chosen &&
      code === (params.get("code") ?? params.get("oauth_verifier")) &&
      expiresAt > clock.now(),
    "INVALID_IDP_RESPONSE : The authorization code is unknown, used or expired.",
  );
  assert(
    sessionId !== undefined && sessionId === authorization.idpSessionId,
    "INVALID_IDP_RESPONSE : The answer belongs to another session.",
  );
  identity.authorizations.delete(authorization.state);
  const person = {
    ...chosen,
    // Apple's form is the only source of the name: a client that drops the form loses it.
    ...(authorization.formPost && { name: v.parse(AppleName, params.get("user")) }),
    ...(isSaml(providerId) && { emailVerified: true }),
  };
  return {
    providerId,
    claims: claimsOfPerson(person),
    ...(!isSaml(providerId) && {
      oauthAccessToken: issueCredential(context, "access", providerId, person),
      oauthExpireIn: CREDENTIAL_LIFETIME_MS / 1000,
      oauthIdToken: await issueProviderIdToken(context, providerId, person),
    }),
    pendingToken: issueCredential(context, "pending", providerId, person),
    context: authorization.context,
    ...(providerId === "twitter.com" && { oauthTokenSecret: context.random.code(45) }),
  };
}
