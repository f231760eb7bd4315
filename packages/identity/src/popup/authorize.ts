import { type AuthUri, createProviderUri } from "../api/create-auth-uri.ts";
import { signInWithIdp } from "../api/sign-in-with-idp.ts";
import { type ClientParts, callbackUrlOf } from "../client/client-parts.ts";
import { IdentityError } from "../errors/identity-error.ts";
import { type Http, parseWire } from "../http/http.ts";
import { Texts } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import { type Credential, type SignInResult, signInResultOf } from "../sign-in/credential.ts";
import type { ProviderId, User } from "../user.ts";
import type { CallbackResponse } from "./callback.ts";

/** The site's options for a provider. */
export type ProviderOptions = {
  /** Scopes beyond those that Google requests by itself. */
  scopes?: string[];
  /** Added to the provider's address: `login_hint`, `prompt`, `lang` … */
  customParameters?: Record<string, string>;
};

/** Requests the provider's address, and checks that the project allows sign-ins from this domain. */
export async function requestProviderUrl(
  parts: ClientParts,
  providerId: ProviderId,
  { scopes, customParameters }: ProviderOptions,
  mode: "popup" | "redirect",
): Promise<AuthUri> {
  const { http, shared } = parts;
  const continueUri = callbackUrlOf(parts);
  const request = {
    providerId,
    oauthScope: scopes?.join(" ") || undefined,
    // Facebook uses its small-window layout only on request.
    customParameter: {
      ...(mode === "popup" && providerId === "facebook.com" && { display: mode }),
      ...customParameters,
    },
    continueUri,
  };
  const [domains, uri] = await Promise.all([
    getAuthorizedDomains(http, shared),
    createProviderUri(http, request),
  ]);
  const { hostname } = new URL(continueUri);
  // A domain includes its subdomains; an IP address matches only itself.
  if (!domains.some((domain) => `.${hostname}`.endsWith(`.${domain.toLowerCase()}`)))
    throw new IdentityError("unauthorized-domain");
  return uri;
}

/** The providers' error codes for a user who declined. */
const REFUSAL = /_denied|_cancelled/;

/** What a provider repeats in its response: OAuth 2's parameter, OAuth 1's (Twitter), and SAML's. */
const REPEATED = ["state", "oauth_token", "RelayState"];

/**
 * Completes a sign-in, a link or a re-authentication with the provider's response. Google compares its `sessionId` only
 * where a response has a `state`, so a page that gets into the window could otherwise present another person's tokens.
 * @throws IdentityError `user-cancelled`, `invalid-credential`; the codes of `complete`
 */
export async function presentResponse(
  parts: ClientParts,
  { providerId, sent: { authUri, sessionId } }: { providerId: ProviderId; sent: AuthUri },
  { url, posted }: CallbackResponse,
  complete: (credential: Credential) => Promise<User>,
): Promise<SignInResult> {
  const [address, ...responses] = url.split(/[?#]/);
  const fields = new URLSearchParams([...responses, posted].join("&"));
  // A refusal signs no user in, so it needs no state.
  if (fields.has("denied") || REFUSAL.test(fields.get("error") ?? ""))
    throw new IdentityError("user-cancelled");
  const sentFields = new URL(authUri).searchParams;
  const name = REPEATED.find((each) => sentFields.get(each)) ?? "";
  if (address !== callbackUrlOf(parts) || fields.getAll(name).join() !== sentFields.get(name))
    throw new IdentityError("invalid-credential");
  const credential: Credential = {
    providerId,
    present: (http, purpose) =>
      signInWithIdp(http, providerId, {
        // Send query and fragment unchanged, because each provider puts its response in another place.
        requestUri: url,
        postBody: posted,
        sessionId,
        autoCreate: purpose === "reauthenticate" ? false : undefined,
      }),
  };
  return signInResultOf(credential, complete);
}

const Projects = v.object({ authorizedDomains: v.optional(Texts, []) });

/**
 * Reads the domains that a project allows sign-ins from.
 * @param cache of one client, while its page is open: only an administrator changes the domains
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/TopLevel/getProjects
 */
function getAuthorizedDomains(http: Http, cache: { domains?: Promise<string[]> }): Promise<string[]> {
  cache.domains ??= http("v1/projects").then((answer) => parseWire(Projects, answer).authorizedDomains);
  // A failure is not cached, so the next popup tries again.
  const { domains } = cache;
  domains.catch(() => delete cache.domains);
  return domains;
}
