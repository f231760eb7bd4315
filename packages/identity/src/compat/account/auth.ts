import type { Auth, CompleteFn, ErrorFn, NextOrObserver, Persistence, Unsubscribe, User } from "../types.ts";

/** The methods of `Auth` as functions. */

/** Calls the listener when another user signs in, or the user signs out, and once with the state. */
export const onAuthStateChanged = (
  auth: Auth,
  nextOrObserver: NextOrObserver<User>,
  error?: ErrorFn,
  completed?: CompleteFn,
): Unsubscribe => auth.onAuthStateChanged(nextOrObserver, error, completed);

/** Calls the listener with every new token too. */
export const onIdTokenChanged = (
  auth: Auth,
  nextOrObserver: NextOrObserver<User>,
  error?: ErrorFn,
  completed?: CompleteFn,
): Unsubscribe => auth.onIdTokenChanged(nextOrObserver, error, completed);

/** Asks the callback before a sign-in or sign-out of this tab; a rejection blocks it. */
export const beforeAuthStateChanged = (
  auth: Auth,
  callback: (user: User | null) => void | Promise<void>,
  onAbort?: () => void,
): Unsubscribe => auth.beforeAuthStateChanged(callback, onAbort);

/** Moves this tab's session to another storage. */
export const setPersistence = (auth: Auth, persistence: Persistence): Promise<void> =>
  auth.setPersistence(persistence);

/** Ends the session in all tabs. */
export const signOut = (auth: Auth): Promise<void> => auth.signOut();

/** Makes a user of this project the current one again; `null` signs out. */
export const updateCurrentUser = (auth: Auth, user: User | null): Promise<void> =>
  auth.updateCurrentUser(user);

/** Sends mails and text messages in the browser's language. */
export const useDeviceLanguage = (auth: Auth): void => auth.useDeviceLanguage();
