import type { World } from "../world.ts";
import type { Account, MfaEnrollment } from "./account.ts";
import { encodeBase64Json, issueTokens, type SignIn } from "./tokens.ts";

/** All digits but the last four become stars. */
export const obfuscatedPhone = (phoneNumber: string): string => phoneNumber.replace(/\d(?=\d{4})/g, "*");

/** A factor as a person without the first factor's tokens may see it. */
export const hintOf = ({ unobfuscatedPhoneInfo, ...enrollment }: MfaEnrollment): MfaEnrollment => ({
  ...enrollment,
  ...(unobfuscatedPhoneInfo !== undefined && { phoneInfo: obfuscatedPhone(unobfuscatedPhoneInfo) }),
});

const hasSecondFactor = (world: World, { mfaInfo }: Account): boolean =>
  world.identity.settings.secondFactors && (mfaInfo?.length ?? 0) > 0;

/**
 * Ends a sign-in: with tokens, or, where a second factor is enrolled, with the pending credential that
 * `mfaSignIn` asks for. The times of the last sign-in and refresh move only when tokens are issued.
 */
export async function completeSignIn(world: World, account: Account, signIn: SignIn): Promise<object> {
  if (hasSecondFactor(world, account)) {
    const pending = {
      _AuthEmulatorMfaPendingCredential: "DO NOT MODIFY",
      localId: account.localId,
      signInProvider: signIn.provider,
      projectId: world.projectId,
      issuedAt: Math.floor(world.clock.now() / 1000),
    };
    return {
      mfaPendingCredential: encodeBase64Json(pending),
      mfaInfo: account.mfaInfo?.map(hintOf),
    };
  }
  const current = world.identity.update(account, { lastLoginAt: String(world.clock.now()) });
  return issueTokens(world, current, signIn);
}
