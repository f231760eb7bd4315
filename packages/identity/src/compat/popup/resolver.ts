import type { ProviderId } from "../../user.ts";
import { authCoreOf } from "../auth/auth.ts";
import { authError } from "../errors.ts";
import { type AuthProvider, FederatedAuthProvider, scopesOf } from "../providers/providers.ts";
import type { Auth, PopupRedirectResolver } from "../types.ts";

/** @throws AuthError `auth/argument-error` without a resolver, here or at `initializeAuth` */
export function requireResolver(auth: Auth, resolver: PopupRedirectResolver | undefined): void {
  if (!(resolver ?? authCoreOf(auth).resolver))
    throw authError("argument-error", { appName: auth.name, message: "popupRedirectResolver" });
}

/**
 * The identity client's options of a provider.
 * @throws AuthError `auth/argument-error` for an object that is no provider of this package
 */
export function providerOptionsOf(provider: AuthProvider) {
  if (!(provider instanceof FederatedAuthProvider))
    throw authError("argument-error", { message: "The provider is not one of this package" });
  return {
    providerId: provider.providerId as ProviderId,
    scopes: scopesOf(provider),
    customParameters: provider.getCustomParameters(),
  };
}
