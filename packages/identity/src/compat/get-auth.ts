import { type FirebaseApp, getApp } from "@firebase/app";
import type { IdentityClient } from "../client/client-parts.ts";
import { authProviderOf, initializeAuth } from "./auth/app.ts";
import { authCoreOf } from "./auth/auth.ts";
import {
  browserLocalPersistence,
  browserSessionPersistence,
  indexedDBLocalPersistence,
} from "./auth/persistence.ts";
import { browserPopupRedirectResolver } from "./popup/redirect.ts";
import type { Auth } from "./types.ts";

/**
 * The auth of an app, which keeps the session for all tabs and restarts.
 * @param app by default the one of `initializeApp` without a name
 * @throws AuthError `auth/invalid-api-key`
 */
export function getAuth(app: FirebaseApp = getApp()): Auth {
  const provider = authProviderOf(app);
  if (provider.isInitialized()) return provider.getImmediate() as Auth;
  return initializeAuth(app, {
    popupRedirectResolver: browserPopupRedirectResolver,
    persistence: [indexedDBLocalPersistence, browserLocalPersistence, browserSessionPersistence],
  });
}

/**
 * The identity client of an auth, for functions that `firebase/auth` does not have, such as passkeys. The auth follows
 * what they do; the callbacks of `beforeAuthStateChanged` are not asked. Not part of `firebase/auth`.
 * @throws AuthError `auth/argument-error` for an object that is not one of `getAuth`
 */
export const identityClientOf = (auth: Auth): IdentityClient => authCoreOf(auth).client;
