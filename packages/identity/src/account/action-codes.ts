import { MfaEnrollment } from "../api/account.ts";
import { updateAccount } from "../api/update-account.ts";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { reload } from "../client/session-call.ts";
import { IdentityError } from "../errors/identity-error.ts";
import { ACCOUNT_CODES } from "../errors/server-codes.ts";
import { type Http, parseWire } from "../http/http.ts";
import { oneOf, optionalTexts } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { SessionRunner } from "../session/runner.ts";
import type { EnrolledFactor } from "../user.ts";

const Response = v.object({
  requestType: oneOf([
    "PASSWORD_RESET",
    "VERIFY_EMAIL",
    "EMAIL_SIGNIN",
    "VERIFY_AND_CHANGE_EMAIL",
    "RECOVER_EMAIL",
    "REVERT_SECOND_FACTOR_ADDITION",
  ]),
  ...optionalTexts("email", "newEmail"),
  /** The second factor that the code removes: one object, not a list. */
  mfaInfo: v.optional(MfaEnrollment),
});
type OobCodeInfo = v.InferOutput<typeof Response>;

/**
 * Describes a mailed code of any kind without spending it. With `newPassword`, spends the code.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/resetPassword
 */
const resetPassword = async (
  http: Http,
  body: { oobCode: string; newPassword?: string },
): Promise<OobCodeInfo> => parseWire(Response, await http("v1/accounts:resetPassword", body, ACCOUNT_CODES));

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
  await exchangeNow(runner).catch(() => undefined);
}

/**
 * Exchanges immediately, regardless of the back-off and of the budget of forced refreshes. Waits for a running
 * exchange first, which may have begun before the server revoked the session.
 */
async function exchangeNow({ dispatch, firstRead, waitFor }: SessionRunner): Promise<void> {
  const waitForRefreshEnd = () => waitFor(({ phase }) => phase !== "refreshing");
  await firstRead();
  await waitForRefreshEnd();
  dispatch({ type: "token-requested", why: "timer" });
  await waitForRefreshEnd();
}

/**
 * Applies a mailed code: verifies, changes or recovers an address, or removes a second factor.
 * @param oobCode the code of the mail's link, `oobCode` of `parseActionCodeUrl`
 * @throws IdentityError `invalid-action-code`, `expired-action-code`; a request's codes
 */
export async function applyActionCode(client: IdentityClient, oobCode: string): Promise<void> {
  const { http, runner } = partsOf(client);
  await updateAccount(http, { oobCode });
  // The code may have changed this user or ended the session. An exchange in the background detects both.
  const look = exchangeNow(runner).then(() => reload(client));
  look.catch(() => undefined);
}
