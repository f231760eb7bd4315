import { signInWithIdp } from "../api/sign-in-with-idp.ts";
import { type ProviderTokens, recoveries } from "../api/token-response.ts";
import { type IdentityError, requireArgument } from "../errors/identity-error.ts";
import type { Credential } from "./credential.ts";

/**
 * A provider's tokens that the site got without this package's popup.
 * @throws IdentityError `argument-error` for `tokens` of an unknown provider or without a token
 */
export function providerCredential(tokens: ProviderTokens): Credential {
  const { providerId, idToken, accessToken, secret, nonce, pendingToken } = tokens;
  requireArgument(idToken || accessToken || pendingToken, "tokens");
  const form = new URLSearchParams({ providerId });
  const fields = { id_token: idToken, access_token: accessToken, oauth_token_secret: secret, nonce };
  for (const [name, value] of Object.entries(fields)) if (value) form.set(name, value);
  return {
    providerId,
    present: (http, purpose) =>
      signInWithIdp(http, providerId, {
        // There was no redirect, but Google requires an address.
        requestUri: "http://localhost",
        ...(pendingToken ? { pendingToken } : { postBody: form.toString() }),
        autoCreate: purpose === "reauthenticate" ? false : undefined,
      }),
  };
}

/**
 * The provider's credential in `account-exists-with-different-credential` and similar errors. Sign in another way,
 * then link it. Never throws.
 */
export function credentialFromError(error: IdentityError): Credential | undefined {
  const provided = recoveries.get(error)?.provided;
  if (!(provided?.idToken || provided?.accessToken || provided?.pendingToken)) return undefined;
  return { ...providerCredential(provided), email: provided.email };
}
