import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert } from "../../http/api-error.ts";
import type { Authorization, ProviderPerson } from "../state/codes.ts";
import { issueJwt } from "../tokens/tokens.ts";
import { claimsOfPerson, type IdpCredential } from "./profile.ts";

const AUTHORIZATION_LIFETIME_MS = 600_000;
const CREDENTIAL_LIFETIME_MS = 3_600_000;

/** The four providers with a consent page, and their display names. */
export const PROVIDER_NAMES: Record<string, string> = {
  "google.com": "Google",
  "facebook.com": "Facebook",
  "twitter.com": "Twitter",
  "github.com": "GitHub",
};

type Begin = {
  providerId: string;
  continueUri: string;
  idpSessionId: string;
  site?: string | undefined;
  context?: string | undefined;
  scope?: string | undefined;
  loginHint?: string | undefined;
};

/**
 * Begins a sign-in at a simulated provider and returns the address of its consent page. Its parameters are those of
 * an OAuth authorization request, so the page looks real in a network log.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1
 */
export function beginAuthorization(context: ServiceContext, origin: string, begin: Begin): string {
  const state = context.random.code(32);
  context.identity.authorizations.set(state, {
    ...begin,
    state,
    expiresAt: context.clock.now() + AUTHORIZATION_LIFETIME_MS,
  });
  const url = new URL("/__local/consent", context.consentOrigin ?? origin);
  url.searchParams.set("provider", begin.providerId);
  url.searchParams.set("response_type", "code");
  url.searchParams.set("client_id", context.projectId);
  url.searchParams.set("redirect_uri", begin.continueUri);
  if (begin.scope) url.searchParams.set("scope", begin.scope);
  url.searchParams.set("state", state);
  if (context.world !== undefined) url.searchParams.set("world", context.world);
  return url.href;
}

/** The sign-in of a consent page, while it can be answered. */
export function openAuthorization(
  { identity, clock }: ServiceContext,
  state: string,
): Authorization | undefined {
  const found = identity.authorizations.get(state);
  return found && found.code === undefined && found.expiresAt > clock.now() ? found : undefined;
}

const callback = ({ continueUri, state }: Authorization, answer: Record<string, string>): string => {
  const url = new URL(continueUri);
  for (const [name, value] of Object.entries({ ...answer, state })) url.searchParams.set(name, value);
  return url.href;
};

/** The user consented. Stores the chosen person, and returns the redirect address. */
export function allow(context: ServiceContext, authorization: Authorization, person: ProviderPerson): string {
  const code = context.random.code(48);
  context.identity.authorizations.set(authorization.state, {
    ...authorization,
    code,
    person,
    expiresAt: context.clock.now() + AUTHORIZATION_LIFETIME_MS,
  });
  return callback(authorization, { code });
}

/**
 * The user declined.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2.1
 */
export function deny(context: ServiceContext, authorization: Authorization): string {
  context.identity.authorizations.delete(authorization.state);
  return callback(authorization, { error: "access_denied", error_description: "The person denied access." });
}

const issue = (
  context: ServiceContext,
  kind: "access" | "pending",
  providerId: string,
  person: ProviderPerson,
): string => {
  const token = context.random.code(kind === "access" ? 64 : 80);
  const expiresAt = context.clock.now() + CREDENTIAL_LIFETIME_MS;
  context.identity.issued.set(token, { token, kind, providerId, person, expiresAt });
  return token;
};

/** Google also issues an ID token; the other providers issue only an access token. */
function googleIdToken(context: ServiceContext, person: ProviderPerson): Promise<string> {
  const iat = Math.floor(context.clock.now() / 1000);
  const exp = iat + CREDENTIAL_LIFETIME_MS / 1000;
  const iss = "https://accounts.google.com";
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
  if (params.has("error"))
    throw new ApiError(
      params.get("error") === "access_denied"
        ? "USER_CANCELLED : The person denied access."
        : "INVALID_IDP_RESPONSE : The provider answered with an error.",
    );
  const authorization = identity.authorizations.get(params.get("state") ?? "");
  const { person, code, providerId = "", expiresAt = 0 } = authorization ?? {};
  assert(
    authorization && person && code === params.get("code") && expiresAt > clock.now(),
    "INVALID_IDP_RESPONSE : The authorization code is unknown, used or expired.",
  );
  assert(
    sessionId !== undefined && sessionId === authorization.idpSessionId,
    "INVALID_IDP_RESPONSE : The answer belongs to another session.",
  );
  identity.authorizations.delete(authorization.state);
  return {
    providerId,
    claims: claimsOfPerson(person),
    oauthAccessToken: issue(context, "access", providerId, person),
    oauthExpireIn: CREDENTIAL_LIFETIME_MS / 1000,
    pendingToken: issue(context, "pending", providerId, person),
    context: authorization.context,
    ...(providerId === "google.com" && { oauthIdToken: await googleIdToken(context, person) }),
    ...(providerId === "twitter.com" && { oauthTokenSecret: context.random.code(45) }),
  };
}
