import { changeAccount } from "../account/change-account.ts";
import { forUser, type IdentityClient } from "../client/client-parts.ts";
import { reload } from "../client/reload.ts";
import { renewSession } from "../client/renew-session.ts";
import { IdentityError } from "../errors/identity-error.ts";
import { hasProvider, type ProviderInfo, type User } from "../user.ts";
import type { Credential } from "./credential.ts";

/**
 * Adds a sign-in method to the signed-in account.
 * @throws IdentityError `provider-already-linked`, `credential-already-in-use`, `email-already-in-use`
 */
export async function linkWithCredential(client: IdentityClient, credential: Credential): Promise<User> {
  // Ask the server, because another device may have linked or unlinked a provider since the last lookup.
  const user = await reload(client);
  if (hasProvider(user, credential.providerId)) throw new IdentityError("provider-already-linked");
  return addCredential(forUser(client, user.uid), credential);
}

/** Adds a credential to the signed-in account. */
export const addCredential = (client: IdentityClient, { present }: Credential): Promise<User> =>
  renewSession(client, (http, idToken) => present(http, { idToken }));

/**
 * Removes a provider: any of the account's `providerData`.
 * @throws IdentityError `no-such-provider`
 */
export async function unlink(client: IdentityClient, providerId: ProviderInfo["providerId"]): Promise<User> {
  const user = await reload(client);
  if (!hasProvider(user, providerId)) throw new IdentityError("no-such-provider");
  return changeAccount(forUser(client, user.uid), { deleteProvider: [providerId] });
}
