import type { Auth, CompleteFn, ErrorFn, NextOrObserver, Persistence, Unsubscribe, User } from "../types.ts";

/** The methods of `Auth` as functions. */

/**
 * Calls the listener once with the current user, and again when another user signs in or the user signs out.
 * @throws AuthError `auth/argument-error`
 */
export const onAuthStateChanged = (
  auth: Auth,
  nextOrObserver: NextOrObserver<User>,
  error?: ErrorFn,
  completed?: CompleteFn,
): Unsubscribe => auth.onAuthStateChanged(nextOrObserver, error, completed);

/**
 * Like `onAuthStateChanged`, and also calls the listener with every new token.
 * @throws AuthError `auth/argument-error`
 */
export const onIdTokenChanged = (
  auth: Auth,
  nextOrObserver: NextOrObserver<User>,
  error?: ErrorFn,
  completed?: CompleteFn,
): Unsubscribe => auth.onIdTokenChanged(nextOrObserver, error, completed);

/**
 * Calls the callback before each sign-in and sign-out of this tab. If the callback rejects, neither happens.
 * @throws AuthError `auth/argument-error`
 */
export const beforeAuthStateChanged = (
  auth: Auth,
  callback: (user: User | null) => void | Promise<void>,
  onAbort?: () => void,
): Unsubscribe => auth.beforeAuthStateChanged(callback, onAbort);

/**
 * Moves this tab's session to another storage.
 * @throws AuthError `auth/web-storage-unsupported`; `auth/operation-not-supported-in-this-environment` for cookies
 */
export const setPersistence = (auth: Auth, persistence: Persistence): Promise<void> =>
  auth.setPersistence(persistence);

/**
 * Ends the session in all tabs.
 * @throws AuthError `auth/login-blocked`; `auth/web-storage-unsupported` if storage refuses the removal, which is retried
 */
export const signOut = (auth: Auth): Promise<void> => auth.signOut();

/**
 * Makes a user of this project the current one again; `null` signs out.
 * @throws AuthError `auth/tenant-id-mismatch`, `auth/login-blocked`, `auth/invalid-user-token` for a user of another project
 */
export const updateCurrentUser = (auth: Auth, user: User | null): Promise<void> =>
  auth.updateCurrentUser(user);

/**
 * Sends mails and text messages in the browser's language. Never throws.
 */
export const useDeviceLanguage = (auth: Auth): void => auth.useDeviceLanguage();
