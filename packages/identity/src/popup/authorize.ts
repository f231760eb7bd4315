import { type AuthUri, createProviderUri } from "../api/create-auth-uri.ts";
import { getAuthorizedDomains } from "../api/get-projects.ts";
import { signInWithIdp } from "../api/sign-in-with-idp.ts";
import { type ClientParts, callbackUrlOf } from "../client/client-parts.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { Credential } from "../sign-in/credential.ts";
import type { ProviderId } from "../user.ts";
import { type ProviderOptions, providerRequest } from "./providers.ts";

/** Asks for the provider's address, and whether people may sign in from this domain at all. */
export async function authorize(
  parts: ClientParts,
  providerId: ProviderId,
  options: ProviderOptions,
  mode: "popup" | "redirect",
): Promise<AuthUri> {
  const { http } = parts;
  const callbackUrl = callbackUrlOf(parts);
  const request = { ...providerRequest(providerId, options, mode), continueUri: callbackUrl };
  const [domains, uri] = await Promise.all([getAuthorizedDomains(http), createProviderUri(http, request)]);
  const { hostname } = new URL(callbackUrl);
  // A domain stands for its subdomains as well; an address of digits only for itself.
  const isListed = (domain: string) => hostname === domain || hostname.endsWith(`.${domain}`);
  if (!domains.some((domain) => isListed(domain.toLowerCase())))
    throw new IdentityError("unauthorized-domain");
  return uri;
}

/** What people who say no leave behind, in the words of the four providers. */
const REFUSALS = ["access_denied", "user_denied", "user_cancelled"];

/** Makes a credential of the callback address, which holds the provider's answer. */
export function callbackCredential(
  parts: ClientParts,
  providerId: ProviderId,
  idpSessionId: string,
  url: string,
): Credential {
  const { origin, pathname, searchParams, hash } = new URL(url);
  if (origin + pathname !== callbackUrlOf(parts)) throw new IdentityError("invalid-credential");
  const fragment = new URLSearchParams(hash.slice(1));
  const error = searchParams.get("error") ?? fragment.get("error");
  if (searchParams.has("denied") || REFUSALS.includes(error ?? "")) throw new IdentityError("user-cancelled");
  return {
    providerId,
    present: (http, { idToken, isReauthentication }) =>
      signInWithIdp(http, {
        // Query and fragment as they came: where a provider puts its answer is its own affair.
        requestUri: url,
        sessionId: idpSessionId,
        idToken,
        autoCreate: isReauthentication ? false : undefined,
      }),
  };
}
