import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import { record, text } from "../../http/wire.ts";
import { validOobCode } from "../proofs/oob.ts";
import { assertStrong, newPassword } from "../proofs/passwords.ts";
import type { OobRecord } from "../state/codes.ts";
import { hintOf } from "../tokens/sign-in-answer.ts";

export const ResetPasswordBody = record({
  oobCode: v.optional(text),
  newPassword: v.optional(text),
  email: v.optional(text),
  oldPassword: v.optional(text),
});
type Body = v.InferOutput<typeof ResetPasswordBody>;

/** The part of a code's purpose that its holder may see. */
function describe(
  { identity }: ServiceContext,
  { requestType, email, newEmail, uid, mfaEnrollmentId }: OobRecord,
): object {
  const enrollment = identity
    .account(uid ?? "")
    ?.mfaInfo?.find((factor) => factor.mfaEnrollmentId === mfaEnrollmentId);
  return {
    kind: "identitytoolkit#ResetPasswordResponse",
    requestType,
    ...(requestType !== "EMAIL_SIGNIN" && { email }),
    ...(newEmail !== undefined && { newEmail }),
    ...(enrollment && { mfaInfo: hintOf(enrollment) }),
  };
}

/**
 * Returns a code's purpose; with a new password, spends the code and sets that password. Setting a password by mail
 * verifies the address and unlinks every provider, because the mail's reader owns the account from now on.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/resetPassword
 */
export function resetPassword(context: ServiceContext, body: Body): object {
  const { identity } = context;
  const { newPassword: password } = body;
  assert(identity.settings.passwordSignIn, "PASSWORD_LOGIN_DISABLED");
  assert(body.oobCode, "MISSING_OOB_CODE");
  const oob = validOobCode(context, body.oobCode);
  if (password) {
    assert(oob.requestType === "PASSWORD_RESET", "INVALID_OOB_CODE");
    assertStrong(context, password);
    identity.oobCodes.delete(oob.oobCode);
    const account = identity.accountByEmail(oob.email);
    assert(account, "INVALID_OOB_CODE");
    const providers = (account.providerUserInfo ?? []).map(({ providerId }) => providerId);
    identity.update(
      account,
      { ...newPassword(context, password), emailVerified: true },
      { remove: providers },
    );
  }
  return describe(context, oob);
}
