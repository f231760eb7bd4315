import { decodeJwt } from "jose";
import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert, notImplemented } from "../../http/api-error.ts";
import type { RequestBody } from "../requests/requests.ts";
import { isEmail } from "../state/account.ts";
import { redeemCode } from "./authorization.ts";
import { type ClaimsWithSub, claimsOfPerson, type IdpCredential, isSaml, ProviderClaims } from "./profile.ts";

export type IdpRequest = RequestBody<"signInWithIdp"> & { requestUri: string };

const SUB_MISSING =
  'INVALID_IDP_RESPONSE : Invalid Idp Response: id_token missing required fields. ((Missing "sub" field. This field is required and must be a unique identifier.))';
const STRICT = "((Auth Emulator only accepts strict JSON or JWTs as fake id_tokens.))";

function parseClaims(idToken: string): unknown {
  try {
    return idToken.startsWith("{") ? JSON.parse(idToken) : decodeJwt(idToken);
  } catch {
    throw new ApiError(`INVALID_IDP_RESPONSE : Unable to parse id_token: ${idToken} ${STRICT}`);
  }
}

/** The claims of a simulated provider's ID token: a JWT with any signature, or plain JSON. */
function decodeProviderClaims(idToken: string): ClaimsWithSub {
  const claims = parseClaims(idToken);
  const parsed = v.safeParse(ProviderClaims, claims);
  assert(parsed.success, `INVALID_IDP_RESPONSE : Unable to parse id_token: ${STRICT}`);
  const { sub } = parsed.output;
  assert(sub, SUB_MISSING);
  assert(typeof sub === "string", 'INVALID_IDP_RESPONSE : ((The "sub" field must be a string.))');
  // Keep the claims in their original order, because clients see them as text.
  return { ...(claims as object), ...parsed.output, sub };
}

const SamlResponse = v.object({
  assertion: v.object({
    subject: v.object({ nameId: v.pipe(v.string(), v.minLength(1)) }),
    attributeStatements: v.optional(v.record(v.string(), v.unknown())),
  }),
});

/**
 * What a simulated SAML provider says besides its claims. It vouches for its user, and the name ID is the user's
 * address if it has the form of one.
 * @throws {ApiError} INVALID_IDP_RESPONSE, naming the missing part
 */
function parseSamlAssertion(claims: ClaimsWithSub, response: string | null) {
  if (!response) return { claims: { ...claims, email_verified: true } };
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), SamlResponse), response);
  const path = parsed.issues?.[0].path?.map(({ key }) => String(key)).join(".");
  assert(parsed.success, `INVALID_IDP_RESPONSE ((Missing ${path ?? "assertion"} in SAMLResponse.))`);
  const { subject, attributeStatements } = parsed.output.assertion;
  const email = isEmail(subject.nameId) ? subject.nameId : claims.email;
  return { claims: { ...claims, email, email_verified: true }, signInAttributes: attributeStatements };
}

/** The credential of a token that these services issued: an access token, or the pending token of a collision. */
function findIssuedCredential(context: ServiceContext, token = ""): IdpCredential | undefined {
  const issued = context.identity.issued.get(token);
  if (!issued || issued.expiresAt <= context.clock.now()) return undefined;
  return {
    providerId: issued.providerId,
    claims: claimsOfPerson(issued.person),
    ...(issued.kind === "access" ? { oauthAccessToken: token } : { pendingToken: token }),
  };
}

/**
 * Parses a provider's response in all its forms: the callback's URL with `code` and `state`, a form with `id_token`
 * or `access_token`, or a pending token.
 */
export async function readCredential(context: ServiceContext, request: IdpRequest): Promise<IdpCredential> {
  if (request.pendingToken) {
    const credential = findIssuedCredential(context, request.pendingToken);
    if (credential) return credential;
  }
  assert(URL.canParse(request.requestUri), "INVALID_REQUEST_URI");
  const shown = new URL(request.requestUri);
  const params = shown.searchParams;
  // A form's body and the fragment take precedence over the query.
  for (const more of [request.postBody, shown.hash.replace(/^#/, "")])
    for (const [name, value] of new URLSearchParams(more)) params.set(name, value);
  shown.hash = "";
  const isAnswer = ["code", "error", "oauth_verifier", "denied"].some((name) => params.has(name));
  if (params.has("state") && isAnswer) return redeemCode(context, params, request.sessionId);

  const providerId = params.get("providerId")?.toLowerCase();
  if (!providerId)
    throw new ApiError(`INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: ${shown.href}`);

  const idToken = params.get("id_token") || undefined;
  const accessToken = params.get("access_token") || undefined;
  const credentialFromIdToken = (token: string): IdpCredential => {
    const claims = decodeProviderClaims(token);
    const saml = isSaml(providerId) && parseSamlAssertion(claims, params.get("SAMLResponse"));
    return { providerId, claims, ...saml, oauthIdToken: idToken, oauthAccessToken: accessToken };
  };
  if (idToken !== undefined) return credentialFromIdToken(idToken);
  const issued = findIssuedCredential(context, accessToken);
  if (issued?.providerId === providerId) return issued;
  // The emulator also accepts an "access token" that is itself a set of claims.
  if (accessToken?.startsWith("{") || accessToken?.split(".").length === 3)
    return credentialFromIdToken(accessToken);
  throw notImplemented(
    accessToken === undefined
      ? "The Auth Emulator only supports sign-in with credentials (id_token required)."
      : `The Auth Emulator only support sign-in with ${providerId} using id_token, not access_token. Please update your code to use id_token.`,
  );
}
