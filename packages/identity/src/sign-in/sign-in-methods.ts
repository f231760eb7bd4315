import { findSignInMethods } from "../api/create-auth-uri.ts";
import { callbackUrlOf, type IdentityClient, partsOf } from "../client/client-parts.ts";

/** The sign-in methods of an address. Always empty if the project protects against email enumeration. */
export const fetchSignInMethodsForEmail = (client: IdentityClient, email: string): Promise<string[]> => {
  const parts = partsOf(client);
  return findSignInMethods(parts.http, { identifier: email, continueUri: callbackUrlOf(parts) });
};
