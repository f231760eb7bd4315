import { type OobCodeInfo, resetPassword } from "../api/reset-password.ts";
import { updateAccount } from "../api/update.ts";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { reload } from "../client/session-call.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { EnrolledFactor } from "../user.ts";

export type ActionCodeInfo = {
  operation: OobCodeInfo["requestType"];
  /** The account's address after the code is applied. For a recovery, the address it gets back. */
  email?: string | undefined;
  /** The account's address until the code is applied. */
  previousEmail?: string | undefined;
  /** The second factor that the code removes. */
  factor?: EnrolledFactor | undefined;
};

/**
 * Tells what a mailed code is for. The code stays usable.
 * @param oobCode the code of the mail's link, `oobCode` of `parseActionCodeUrl`
 * @throws IdentityError `invalid-action-code`, `expired-action-code`; a request's codes
 */
export async function checkActionCode(client: IdentityClient, oobCode: string): Promise<ActionCodeInfo> {
  const answer = await resetPassword(partsOf(client).http, { oobCode });
  const { requestType: operation, email, newEmail, mfaInfo: factor } = answer;
  // The server names the old address first. A recovery restores that address, a change replaces it.
  const [next, previous] = operation === "VERIFY_AND_CHANGE_EMAIL" ? [newEmail, email] : [email, newEmail];
  return { operation, email: next, previousEmail: previous, factor };
}

/**
 * Resolves to the address whose password the code may change.
 * @param oobCode the code of the mail's link, `oobCode` of `parseActionCodeUrl`
 * @throws IdentityError `invalid-action-code`, also for a valid code of another kind, `expired-action-code`; a
 * request's codes
 */
export async function verifyPasswordResetCode(client: IdentityClient, oobCode: string): Promise<string> {
  const { operation, email } = await checkActionCode(client, oobCode);
  if (operation !== "PASSWORD_RESET" || !email) throw new IdentityError("invalid-action-code");
  return email;
}

/**
 * Sets a new password with a mailed code, and spends the code. Ends this browser's session of the account.
 * @param oobCode the code of the mail's link, `oobCode` of `parseActionCodeUrl`
 * @param newPassword sent as it is, without trimming
 * @throws IdentityError `invalid-action-code`, `expired-action-code`, `weak-password`,
 * `password-does-not-meet-requirements`; a request's codes
 */
export async function confirmPasswordReset(
  client: IdentityClient,
  oobCode: string,
  newPassword: string,
): Promise<void> {
  const { http, runner } = partsOf(client);
  await resetPassword(http, { oobCode, newPassword });
  // The server has revoked the account's refresh tokens, but it still accepts an ID token that it issued in the same
  // second. So only an exchange detects the end of the session. A failed exchange shows in the session's state: the
  // reset itself has succeeded.
  await runner.exchangeNow().catch(() => undefined);
}

/**
 * Applies a mailed code: verifies, changes or recovers an address, or removes a second factor.
 * @param oobCode the code of the mail's link, `oobCode` of `parseActionCodeUrl`
 * @throws IdentityError `invalid-action-code`, `expired-action-code`; a request's codes
 */
export async function applyActionCode(client: IdentityClient, oobCode: string): Promise<void> {
  const { http, runner } = partsOf(client);
  await updateAccount(http, { oobCode });
  // The code may have changed the user who is signed in here, or ended the session. As after a password reset, only an
  // exchange detects that end. The caller does not wait for it, because the code is applied.
  const look = runner.exchangeNow().then(() => reload(client));
  look.catch(() => undefined);
}
