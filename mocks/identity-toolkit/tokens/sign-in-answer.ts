import type { ServiceContext } from "../../core/service-context.ts";
import type { Account, MfaEnrollment } from "../state/account.ts";
import { encodeBase64Json, issueTokens, type SignIn } from "./tokens.ts";
import type { Verified } from "./verify-id-token.ts";

/** All digits but the last four become stars. */
const obfuscatedPhone = (phoneNumber: string): string => phoneNumber.replace(/\d(?=\d{4})/g, "*");

/** A factor as shown before the first factor's tokens. */
export const hintOf = ({ unobfuscatedPhoneInfo, ...enrollment }: MfaEnrollment): MfaEnrollment => ({
  ...enrollment,
  ...(unobfuscatedPhoneInfo !== undefined && { phoneInfo: obfuscatedPhone(unobfuscatedPhoneInfo) }),
});

const hasSecondFactor = (context: ServiceContext, { mfaInfo }: Account): boolean =>
  context.identity.settings.secondFactors && (mfaInfo?.length ?? 0) > 0;

const secondFactorOf = ({ claims: { firebase } }: Verified): SignIn["secondFactor"] =>
  firebase.sign_in_second_factor && firebase.second_factor_identifier
    ? { provider: firebase.sign_in_second_factor, identifier: firebase.second_factor_identifier }
    : undefined;

/**
 * Completes a sign-in: with tokens, or, if a second factor is enrolled, with the pending credential for `mfaSignIn`.
 * The times of the last sign-in and refresh change only when tokens are issued.
 * @param linkedBy the caller whose session adds a sign-in method; it has already passed its second factor
 */
export async function completeSignIn(
  context: ServiceContext,
  account: Account,
  signIn: SignIn,
  linkedBy?: Verified,
): Promise<object> {
  if (!linkedBy && hasSecondFactor(context, account)) {
    const pending = {
      _AuthEmulatorMfaPendingCredential: "DO NOT MODIFY",
      localId: account.localId,
      signInProvider: signIn.provider,
      projectId: context.projectId,
      issuedAt: Math.floor(context.clock.now() / 1000),
    };
    return {
      mfaPendingCredential: encodeBase64Json(pending),
      mfaInfo: account.mfaInfo?.map(hintOf),
    };
  }
  const current = context.identity.update(account, { lastLoginAt: String(context.clock.now()) });
  return issueTokens(
    context,
    current,
    linkedBy ? { ...signIn, secondFactor: secondFactorOf(linkedBy) } : signIn,
  );
}
