import { findSignInMethods } from "../api/create-auth-uri.ts";
import { callbackUrlOf, type IdentityClient, partsOf } from "../client/client-parts.ts";

/** The ways an address can sign in. Always empty where the project protects addresses from being probed. */
export const fetchSignInMethodsForEmail = (client: IdentityClient, email: string): Promise<string[]> => {
  const parts = partsOf(client);
  return findSignInMethods(parts.http, { identifier: email, continueUri: callbackUrlOf(parts) });
};
