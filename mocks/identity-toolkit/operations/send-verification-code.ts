import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import { record, text } from "../../http/wire.ts";
import { sendSmsCode } from "../proofs/sms.ts";
import { isPhoneNumber } from "../state/account.ts";
import { deviceFields } from "./unused-fields.ts";

export const SendVerificationCodeBody = record({
  ...deviceFields,
  phoneNumber: v.optional(text),
});

export const PHONE_IS_SECOND_FACTOR_USER =
  "UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user.";

/**
 * Sends an SMS code. Any reCAPTCHA token is accepted, even none.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/sendVerificationCode
 */
export function sendVerificationCode(
  context: ServiceContext,
  { phoneNumber }: v.InferOutput<typeof SendVerificationCodeBody>,
): object {
  assert(phoneNumber && isPhoneNumber(phoneNumber), "INVALID_PHONE_NUMBER : Invalid format.");
  const holder = context.identity.accountByPhone(phoneNumber);
  assert(!holder?.mfaInfo?.length, PHONE_IS_SECOND_FACTOR_USER);
  return { sessionInfo: sendSmsCode(context, phoneNumber) };
}
