import { type OobCodeInfo, resetPassword } from "../api/reset-password.ts";
import { update } from "../api/update.ts";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { EnrolledFactor } from "../user.ts";
import { reload } from "./reload.ts";

export type ActionCodeInfo = {
  operation: OobCodeInfo["requestType"];
  /** The address the account has, or gets back, once the code is applied. */
  email?: string | undefined;
  /** The address it has had until then. */
  previousEmail?: string | undefined;
  /** The second factor that applying the code takes away. */
  factor?: EnrolledFactor | undefined;
};

/** Says what a mailed code is for, and leaves it usable. */
export async function checkActionCode(client: IdentityClient, oobCode: string): Promise<ActionCodeInfo> {
  const answer = await resetPassword(partsOf(client).http, { oobCode });
  const { requestType: operation, email, newEmail, mfaInfo: factor } = answer;
  // For a change of address the server names the old one first; for its recovery, the old one is the aim.
  const [next, previous] = operation === "VERIFY_AND_CHANGE_EMAIL" ? [newEmail, email] : [email, newEmail];
  return { operation, email: next, previousEmail: previous, factor };
}

/**
 * Resolves to the address whose password the code may change.
 * @throws IdentityError `invalid-action-code` also for a good code of another kind
 */
export async function verifyPasswordResetCode(client: IdentityClient, oobCode: string): Promise<string> {
  const { operation, email } = await checkActionCode(client, oobCode);
  if (operation !== "PASSWORD_RESET" || !email) throw new IdentityError("invalid-action-code");
  return email;
}

/** Sets a new password with a mailed code, and spends the code. */
export const confirmPasswordReset = async (
  client: IdentityClient,
  oobCode: string,
  newPassword: string,
): Promise<void> => {
  await resetPassword(partsOf(client).http, { oobCode, newPassword });
};

/** Applies a mailed code: proves an address, changes or recovers one, or takes a second factor away. */
export async function applyActionCode(client: IdentityClient, oobCode: string): Promise<void> {
  const { http, runner } = partsOf(client);
  await update(http, { oobCode });
  // The code may have changed whoever is signed in here; if it did not, nothing is lost by looking.
  if (runner.getSession()) void reload(client).catch(() => undefined);
}
