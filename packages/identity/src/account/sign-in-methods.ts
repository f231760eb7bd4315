import { findSignInMethods } from "../api/create-auth-uri.ts";
import { type IdentityClient, partsOf } from "../client-parts.ts";

/** The ways an address can sign in. Always empty where the project protects addresses from being probed. */
export const fetchSignInMethodsForEmail = (client: IdentityClient, email: string): Promise<string[]> => {
  const { http, callbackUrl } = partsOf(client);
  return findSignInMethods(http, { identifier: email, continueUri: callbackUrl });
};
