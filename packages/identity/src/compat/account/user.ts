import type { ActionCodeSettings } from "../../account/mail.ts";
import {
  verifyBeforeUpdateEmail as sendChange,
  sendEmailVerification as sendVerification,
} from "../../account/mail.ts";
import {
  changeAccount,
  updateProfile as changeProfile,
  unlink as removeProvider,
} from "../../account/profile.ts";
import { forAccount, ownerOf } from "../auth/user.ts";
import type { IdTokenResult, User } from "../types.ts";

/**
 * The ID token for the `Authorization` header of an API.
 * @param forceRefresh exchanges the refresh token even if the ID token is still good
 * @throws AuthError `auth/user-token-expired`, `auth/network-request-failed`
 */
export const getIdToken = (user: User, forceRefresh?: boolean): Promise<string> =>
  user.getIdToken(forceRefresh);

/**
 * The ID token with its claims, which are not verified.
 * @param forceRefresh as for `getIdToken`
 * @throws AuthError as `getIdToken`
 */
export const getIdTokenResult = (user: User, forceRefresh?: boolean): Promise<IdTokenResult> =>
  user.getIdTokenResult(forceRefresh);

/**
 * Reads the account again.
 * @throws AuthError `auth/user-token-expired`; an account's codes
 */
export const reload = (user: User): Promise<void> => user.reload();

/**
 * Deletes the account and signs out.
 * @throws AuthError `auth/requires-recent-login`
 */
export const deleteUser = (user: User): Promise<void> => user.delete();

/**
 * Changes the user's name and picture. An empty text or `null` removes the name or the picture.
 * @throws AuthError an account's codes
 */
export async function updateProfile(
  user: User,
  { displayName, photoURL }: { displayName?: string | null; photoURL?: string | null },
): Promise<void> {
  if (displayName === undefined && photoURL === undefined) return;
  const emptyToNull = (text: string | null | undefined) => (text === "" ? null : text);
  await forAccount(user, (client) =>
    changeProfile(client, { displayName: emptyToNull(displayName), photoURL: emptyToNull(photoURL) }),
  );
}

/**
 * Changes the account's email address.
 * @param newEmail counts as unverified until its owner verifies it
 * @throws AuthError `auth/email-already-in-use`, `auth/requires-recent-login`; `auth/operation-not-allowed` for a
 * project that wants the new address verified first
 */
export async function updateEmail(user: User, newEmail: string): Promise<void> {
  ownerOf(user).core.requireNoServer();
  await forAccount(user, (client) => changeAccount(client, { email: newEmail }));
}

/**
 * Changes the password, which ends the account's sessions on other devices.
 * @param newPassword sent as it is, without trimming
 * @throws AuthError `auth/weak-password`, `auth/requires-recent-login`
 */
export async function updatePassword(user: User, newPassword: string): Promise<void> {
  await forAccount(user, (client) => changeAccount(client, { password: newPassword }));
}

/**
 * Mails the user a link that verifies the address.
 * @throws AuthError `auth/unauthorized-continue-uri`; an account's codes
 */
export const sendEmailVerification = (user: User, settings?: ActionCodeSettings | null): Promise<void> =>
  forAccount(user, (client) => sendVerification(client, settings ?? undefined));

/**
 * Mails the new address a link that changes the address.
 * @param newEmail gets the mail
 * @throws AuthError `auth/email-already-in-use`, `auth/requires-recent-login`; an account's codes
 */
export const verifyBeforeUpdateEmail = (
  user: User,
  newEmail: string,
  settings?: ActionCodeSettings | null,
): Promise<void> => forAccount(user, (client) => sendChange(client, newEmail, settings ?? undefined));

/**
 * Removes a provider of the account.
 * @param providerId any of the user's `providerData`
 * @throws AuthError `auth/no-such-provider`
 */
export async function unlink(user: User, providerId: string): Promise<User> {
  await forAccount(user, (client) => removeProvider(client, providerId));
  return user;
}
