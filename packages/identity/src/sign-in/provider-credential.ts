import { signInWithIdp } from "../api/sign-in-with-idp.ts";
import { type ProviderTokens, recoveries } from "../api/token-response.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { Credential } from "./credential.ts";

/** A provider's tokens that the site got without this package's popup. */
export const providerCredential = (tokens: ProviderTokens): Credential => credentialOf(tokens);

/** Google's response may name a provider that this package has no popup for. */
function credentialOf(tokens: Omit<ProviderTokens, "providerId"> & { providerId: string }): Credential {
  const { providerId, idToken, accessToken, secret, nonce, pendingToken } = tokens;
  if (!idToken && !accessToken && !pendingToken) {
    throw new IdentityError("argument-error", { detail: "tokens" });
  }
  const form = new URLSearchParams({ providerId });
  const fields = { id_token: idToken, access_token: accessToken, oauth_token_secret: secret, nonce };
  for (const [name, value] of Object.entries(fields)) if (value) form.set(name, value);
  return {
    providerId,
    present: (http, purpose) =>
      signInWithIdp(http, {
        // There was no redirect, but Google requires an address.
        requestUri: "http://localhost",
        ...(pendingToken ? { pendingToken } : { postBody: form.toString() }),
        idToken: purpose.idToken,
        autoCreate: purpose.isReauthentication ? false : undefined,
      }),
  };
}

/**
 * The provider's credential in `account-exists-with-different-credential` and similar errors. Sign in another way,
 * then link it.
 */
export function credentialFromError(error: IdentityError): Credential | undefined {
  const { providerId, oauthIdToken, oauthAccessToken, oauthTokenSecret, nonce, pendingToken, email } =
    recoveries.get(error)?.idp ?? {};
  if (!providerId || !(oauthIdToken || oauthAccessToken || pendingToken)) return undefined;
  const credential = credentialOf({
    providerId,
    idToken: oauthIdToken,
    accessToken: oauthAccessToken,
    secret: oauthTokenSecret,
    nonce,
    pendingToken,
  });
  return { ...credential, email };
}
