import { type AuthUri, createProviderUri } from "../api/create-auth-uri.ts";
import { getAuthorizedDomains } from "../api/get-projects.ts";
import { signInWithIdp } from "../api/sign-in-with-idp.ts";
import { type ClientParts, callbackUrlOf } from "../client/client-parts.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { Credential } from "../sign-in/credential.ts";
import type { ProviderId } from "../user.ts";
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
  const callbackUrl = callbackUrlOf(parts);
  if (!URL.canParse(callbackUrl)) throw new IdentityError("argument-error", { detail: "callbackUrl" });
  const request = {
    providerId,
    oauthScope: scopes?.join(" ") || undefined,
    // Facebook uses its small-window layout only on request.
    customParameter: {
      ...(mode === "popup" && providerId === "facebook.com" && { display: mode }),
      ...customParameters,
    },
    continueUri: callbackUrl,
  };
  const [domains, uri] = await Promise.all([
    getAuthorizedDomains(http, shared),
    createProviderUri(http, request),
  ]);
  const { hostname } = new URL(callbackUrl);
  // A domain includes its subdomains; an IP address matches only itself.
  if (!domains.some((domain) => `.${hostname}`.endsWith(`.${domain.toLowerCase()}`)))
    throw new IdentityError("unauthorized-domain");
  return uri;
}

/** The providers' error codes for a user who declined. */
const REFUSAL = /^(access|user)_denied$|^user_cancelled(_authorize)?$/;

/** Makes a credential from the provider's response. */
export function createCallbackCredential(
  parts: ClientParts,
  providerId: ProviderId,
  idpSessionId: string,
  { url, posted = "" }: CallbackResponse,
): Credential {
  const { origin, pathname, search, hash } = new URL(url);
  if (origin + pathname !== callbackUrlOf(parts)) throw new IdentityError("invalid-credential");
  const fields = new URLSearchParams([search, hash.slice(1), posted].join("&"));
  if (fields.has("denied") || REFUSAL.test(fields.get("error") ?? ""))
    throw new IdentityError("user-cancelled");
  return {
    providerId,
    present: (http, { idToken, isReauthentication }) =>
      signInWithIdp(http, providerId, {
        // Send query and fragment unchanged, because each provider puts its response in another place.
        requestUri: url,
        postBody: posted || undefined,
        sessionId: idpSessionId,
        idToken,
        autoCreate: isReauthentication ? false : undefined,
      }),
  };
}
