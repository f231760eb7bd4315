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
 * The `Auth` of an app. It shares its session with all tabs, and keeps it when the browser restarts.
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
 * The identity client of an `Auth`, for functions that `firebase/auth` does not have, such as passkeys. The `Auth`
 * shows their result, but the callbacks of `beforeAuthStateChanged` are not called. Not part of `firebase/auth`.
 * @throws AuthError `auth/argument-error` for an object that `getAuth` did not return
 */
export const identityClientOf = (auth: Auth): IdentityClient => authCoreOf(auth).client;
