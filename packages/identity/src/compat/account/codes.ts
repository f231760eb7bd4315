import {
  applyActionCode as applyCode,
  checkActionCode as checkCode,
  confirmPasswordReset as confirmReset,
  verifyPasswordResetCode as verifyCode,
} from "../../account/action-codes.ts";
import {
  type ActionCodeSettings,
  sendSignInLinkToEmail as sendLink,
  sendPasswordResetEmail as sendReset,
} from "../../account/mail.ts";
import type { OobCodeInfo } from "../../api/reset-password.ts";
import type { IdentityClient } from "../../client/client-parts.ts";
import { authCoreOf } from "../auth/auth.ts";
import { type MultiFactorInfo, multiFactorInfoOf } from "../second-factor/info.ts";
import type { Auth } from "../types.ts";

export type { ActionCodeSettings } from "../../account/mail.ts";

const callClient = async <T>(auth: Auth, work: (client: IdentityClient) => Promise<T>): Promise<T> => {
  const core = authCoreOf(auth);
  return core.run(() => work(core.client));
};

/**
 * Mails a link for choosing a new password.
 * @param email the account's address
 * @throws AuthError `auth/user-not-found` unless the project protects against email enumeration
 */
export const sendPasswordResetEmail = (auth: Auth, email: string, settings?: ActionCodeSettings) =>
  callClient(auth, (client) => sendReset(client, email, settings));

/**
 * Mails a sign-in link. `handleCodeInApp` must be true.
 * @param email the reader's address
 * @throws AuthError `auth/argument-error` without `handleCodeInApp`, `auth/unauthorized-continue-uri`; a request's codes
 */
export const sendSignInLinkToEmail = (auth: Auth, email: string, settings: ActionCodeSettings) =>
  callClient(auth, (client) => sendLink(client, email, settings));

/**
 * Sets a new password with a mailed code.
 * @param oobCode the code of the mail's link
 * @param newPassword sent as it is, without trimming
 * @throws AuthError `auth/invalid-action-code`, `auth/expired-action-code`, `auth/weak-password`; a request's codes
 */
export const confirmPasswordReset = (auth: Auth, oobCode: string, newPassword: string) =>
  callClient(auth, (client) => confirmReset(client, oobCode, newPassword));

/**
 * Applies a mailed code.
 * @param oobCode the code of the mail's link
 * @throws AuthError `auth/invalid-action-code`, `auth/expired-action-code`; a request's codes
 */
export const applyActionCode = (auth: Auth, oobCode: string) =>
  callClient(auth, (client) => applyCode(client, oobCode));

/**
 * The address whose password a code may change.
 * @param code the code of the mail's link
 * @throws AuthError `auth/invalid-action-code`, `auth/expired-action-code`
 */
export const verifyPasswordResetCode = (auth: Auth, code: string) =>
  callClient(auth, (client) => verifyCode(client, code));

/** What a mailed code is for. */
export type ActionCodeInfo = {
  operation: OobCodeInfo["requestType"];
  data: {
    /** The account's address after the code is applied. */
    email?: string | null;
    /** The account's address before the code is applied. */
    previousEmail?: string | null;
    /** The second factor that the code removes. */
    multiFactorInfo?: MultiFactorInfo | null;
  };
};

/**
 * Tells what a mailed code is for. The code stays usable.
 * @param oobCode the code of the mail's link
 * @throws AuthError `auth/invalid-action-code`, `auth/expired-action-code`
 */
export async function checkActionCode(auth: Auth, oobCode: string): Promise<ActionCodeInfo> {
  const { operation, email, previousEmail, factor } = await callClient(auth, (client) =>
    checkCode(client, oobCode),
  );
  return {
    operation,
    data: {
      email: email ?? null,
      previousEmail: previousEmail ?? null,
      multiFactorInfo: factor ? multiFactorInfoOf(factor) : null,
    },
  };
}
