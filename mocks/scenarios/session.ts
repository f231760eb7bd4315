import type { ServiceContext } from "../core/service-context.ts";
import { ApiError } from "../http/api-error.ts";
import type { Account } from "../identity-toolkit/state/account.ts";
import { issueTokens } from "../identity-toolkit/tokens/tokens.ts";

/** A session as after a sign-in, for tests that start signed in. */
export type IssuedSession = {
  uid: string;
  idToken: string;
  refreshToken: string;
  /** In seconds. */
  expiresIn: string;
  projectId: string;
  /** The account as `accounts:lookup` shows it. */
  account: Omit<Account, "passwordHash" | "salt">;
};

/**
 * Signs in without a form, a password or a second factor.
 * @throws {ApiError} USER_NOT_FOUND, USER_DISABLED
 */
export async function issueSession(context: ServiceContext, uid: string): Promise<IssuedSession> {
  const found = context.identity.account(uid);
  if (!found) throw new ApiError("USER_NOT_FOUND");
  if (found.disabled) throw new ApiError("USER_DISABLED");
  const signedIn = context.identity.update(found, { lastLoginAt: String(context.clock.now()) });
  const { passwordHash, providerUserInfo, mfaInfo: [factor] = [], phoneNumber, email } = signedIn;
  const federated = providerUserInfo?.find(({ providerId }) => !["password", "phone"].includes(providerId));
  const other = phoneNumber !== undefined && email === undefined ? "phone" : "custom";
  const tokens = await issueTokens(context, signedIn, {
    provider: passwordHash !== undefined ? "password" : (federated?.providerId ?? other),
    secondFactor: factor && {
      identifier: factor.mfaEnrollmentId,
      provider: factor.totpInfo === undefined ? "phone" : "totp",
    },
  });
  const { passwordHash: _, salt: __, ...account } = context.identity.account(uid) ?? signedIn;
  return { uid, ...tokens, projectId: context.projectId, account };
}
