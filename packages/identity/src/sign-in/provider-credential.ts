import { recoveries } from "../api/recovery.ts";
import { signInWithIdp } from "../api/sign-in-with-idp.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { ProviderId } from "../user.ts";
import type { Credential } from "./credential.ts";

export type ProviderTokens = {
  providerId: ProviderId;
  idToken?: string | undefined;
  accessToken?: string | undefined;
  /** Twitter's second half. */
  secret?: string | undefined;
  nonce?: string | undefined;
  /** Google's own note of an earlier, unfinished attempt; stands for all of the above. */
  pendingToken?: string | undefined;
};

/** What a provider handed to the site by other means than this package's popup. */
export const providerCredential = (tokens: ProviderTokens): Credential => credentialOf(tokens);

/** A provider that Google names in an answer may be one that this package has no popup for. */
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
        // Nobody was redirected anywhere; Google asks for an address all the same.
        requestUri: "http://localhost",
        ...(pendingToken ? { pendingToken } : { postBody: form.toString() }),
        idToken: purpose.idToken,
        autoCreate: purpose.isReauthentication ? false : undefined,
      }),
  };
}

/**
 * The provider's credential behind `account-exists-with-different-credential` and its kin: sign in the
 * other way, then link it.
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
