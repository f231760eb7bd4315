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
import type { IdentityClient } from "../../client/client-parts.ts";
import { coreOf } from "../auth/auth.ts";
import type { Auth } from "../types.ts";

export type { ActionCodeSettings } from "../../account/mail.ts";

const call = async <T>(auth: Auth, work: (client: IdentityClient) => Promise<T>): Promise<T> => {
  const core = coreOf(auth);
  return core.attempt(() => work(core.client));
};

/**
 * Mails a link for choosing a new password.
 * @throws AuthError `auth/user-not-found` unless the project protects against email enumeration
 */
export const sendPasswordResetEmail = (auth: Auth, email: string, settings?: ActionCodeSettings) =>
  call(auth, (client) => sendReset(client, email, settings));

/** Mails a sign-in link. `handleCodeInApp` must be true. */
export const sendSignInLinkToEmail = (auth: Auth, email: string, settings: ActionCodeSettings) =>
  call(auth, (client) => sendLink(client, email, settings));

/** Sets a new password with a mailed code. */
export const confirmPasswordReset = (auth: Auth, oobCode: string, newPassword: string) =>
  call(auth, (client) => confirmReset(client, oobCode, newPassword));

/** Applies a mailed code. */
export const applyActionCode = (auth: Auth, oobCode: string) =>
  call(auth, (client) => applyCode(client, oobCode));

/** The address whose password a code may change. */
export const verifyPasswordResetCode = (auth: Auth, code: string) =>
  call(auth, (client) => verifyCode(client, code));

/** Tells what a mailed code is for. The code stays usable. */
export const checkActionCode = async (auth: Auth, oobCode: string) => {
  const {
    operation,
    email = null,
    previousEmail = null,
    factor,
  } = await call(auth, (client) => checkCode(client, oobCode));
  const multiFactorInfo = factor
    ? {
        uid: factor.uid,
        factorId: factor.factorId,
        displayName: factor.displayName ?? null,
        enrollmentTime: factor.enrolledAt ? new Date(factor.enrolledAt).toUTCString() : null,
        ...(factor.phoneNumber && { phoneNumber: factor.phoneNumber }),
      }
    : null;
  return { operation, data: { email, previousEmail, multiFactorInfo } };
};
