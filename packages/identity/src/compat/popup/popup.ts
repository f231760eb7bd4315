import type { IdentityClient } from "../../client/client-parts.ts";
import {
  linkWithPopup as link,
  reauthenticateWithPopup as reauthenticate,
  signInWithPopup as signIn,
} from "../../popup/popup.ts";
import { runSessionChange, runSignIn } from "../auth/operation.ts";
import { ownerOf } from "../auth/user.ts";
import type { AuthProvider } from "../providers/providers.ts";
import type { Auth, PopupRedirectResolver, User, UserCredential } from "../types.ts";
import { runInPopup } from "./page.ts";
import { providerOptionsOf, requireResolver } from "./resolver.ts";

type Flow = typeof signIn;

const createPopupOperation =
  (flow: Flow, provider: AuthProvider) =>
  async (client: IdentityClient): Promise<unknown> => {
    const { providerId, ...options } = providerOptionsOf(provider);
    return runInPopup(client, (here, popup) => flow(here, providerId, { ...options, popup }));
  };

/**
 * Signs in through a provider's popup. Call it before any `await` in a click handler, or the browser blocks the popup.
 * @throws AuthError `auth/popup-blocked`, `auth/popup-closed-by-user`, `auth/cancelled-popup-request`,
 * `auth/account-exists-with-different-credential`, `auth/multi-factor-auth-required`, `auth/argument-error` without a
 * resolver or a provider
 */
export async function signInWithPopup(
  auth: Auth,
  provider: AuthProvider,
  resolver?: PopupRedirectResolver,
): Promise<UserCredential> {
  requireResolver(auth, resolver);
  return runSignIn(auth, createPopupOperation(signIn, provider));
}

/**
 * Adds a provider to the account.
 * @throws AuthError `auth/provider-already-linked`, `auth/credential-already-in-use`; those of `signInWithPopup`
 */
export async function linkWithPopup(
  user: User,
  provider: AuthProvider,
  resolver?: PopupRedirectResolver,
): Promise<UserCredential> {
  requireResolver(ownerOf(user).core.auth, resolver);
  return runSessionChange(user, "link", createPopupOperation(link, provider));
}

/**
 * Proves the user's identity again.
 * @throws AuthError `auth/user-mismatch`; those of `signInWithPopup`
 */
export async function reauthenticateWithPopup(
  user: User,
  provider: AuthProvider,
  resolver?: PopupRedirectResolver,
): Promise<UserCredential> {
  requireResolver(ownerOf(user).core.auth, resolver);
  return runSessionChange(user, "reauthenticate", createPopupOperation(reauthenticate, provider));
}
