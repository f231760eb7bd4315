import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import { type Account, type AccountChanges, isPhoneNumber } from "../state/account.ts";
import type { UpdateFields } from "./account-edit.ts";

/** The fields that only an administrator may set. */
export function administratorFields(
  { identity }: ServiceContext,
  body: UpdateFields,
  account: Account,
): AccountChanges {
  const { phoneNumber, disableUser, emailVerified, customAttributes, createdAt, lastLoginAt, validSince } =
    body;
  const hasNewPhone = phoneNumber && phoneNumber !== account.phoneNumber;
  if (hasNewPhone) {
    assert(isPhoneNumber(phoneNumber), "INVALID_PHONE_NUMBER : Invalid format.");
    assert(!identity.accountByPhone(phoneNumber), "PHONE_NUMBER_EXISTS");
  }
  return {
    ...(disableUser !== undefined && { disabled: disableUser }),
    ...(hasNewPhone && { phoneNumber }),
    ...(emailVerified !== undefined && { emailVerified }),
    ...(customAttributes !== undefined && { customAttributes }),
    ...(createdAt !== undefined && { createdAt }),
    ...(lastLoginAt !== undefined && { lastLoginAt }),
    ...(validSince !== undefined && { validSince }),
  };
}
