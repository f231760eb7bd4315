import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { assert, notImplemented } from "../../http/api-error.ts";
import type { Call } from "../../http/router.ts";
import { enumSchema, fieldsOf, flag, int64, listSchema, recordSchema, text } from "../../http/wire.ts";
import { RequestedFactor } from "../proofs/mfa-enrollments.ts";
import { mailOobCode, requireValidOobCode } from "../proofs/oob.ts";
import {
  type Account,
  type AccountChanges,
  isPhoneNumber,
  PHOTO_URL_LIMIT,
  PROVIDER_FIELDS,
} from "../state/account.ts";
import type { OobRecord } from "../state/codes.ts";
import { captchaFields, instanceFields, projectFields } from "./unused-fields.ts";

const ATTRIBUTES = [
  "USER_ATTRIBUTE_NAME_UNSPECIFIED",
  "EMAIL",
  "DISPLAY_NAME",
  "PROVIDER",
  "PHOTO_URL",
  "PASSWORD",
  "RAW_USER_INFO",
] as const;

export const UpdateBody = recordSchema(
  {
    ...captchaFields,
    ...instanceFields,
    ...projectFields,
    ...fieldsOf(text, "idToken", "oobCode", "localId", "email", "password"),
    displayName: v.pipe(text, v.maxLength(256, "must NOT have more than 256 characters")),
    photoUrl: v.pipe(
      text,
      v.maxLength(PHOTO_URL_LIMIT, `must NOT have more than ${PHOTO_URL_LIMIT} characters`),
    ),
    ...fieldsOf(text, "phoneNumber", "customAttributes"),
    ...fieldsOf(flag, "emailVerified", "disableUser", "upgradeToFederatedLogin"),
    ...fieldsOf(int64, "validSince", "createdAt", "lastLoginAt"),
    provider: listSchema(text),
    deleteAttribute: listSchema(enumSchema(ATTRIBUTES)),
    deleteProvider: listSchema(text),
    deletePasskey: listSchema(text),
    linkProviderUserInfo: recordSchema(fieldsOf(text, "providerId", ...PROVIDER_FIELDS)),
    mfa: recordSchema({ enrollments: listSchema(RequestedFactor) }),
  },
  ["deletePasskey"],
);
export type UpdateFields = v.InferOutput<typeof UpdateBody>;

/** Refuses deletions that neither Google's emulator nor these services support. */
export function assertDeletableFields({ deleteAttribute = [] }: UpdateFields): void {
  const unknown = deleteAttribute.find((name) => name === "PROVIDER" || name === "RAW_USER_INFO");
  if (unknown) throw notImplemented(`deleteAttribute: ${unknown}`);
}

const NO_PASSWORD: AccountChanges = { passwordHash: undefined, salt: undefined };
const NO_EMAIL: AccountChanges = { email: undefined, emailVerified: undefined, emailLinkSignin: undefined };

/** The fields that a request deletes. A deletion takes precedence over a value for the same field. */
export function deletedFields({ deleteAttribute = [], deleteProvider = [] }: UpdateFields): AccountChanges {
  return {
    ...(deleteAttribute.includes("DISPLAY_NAME") && { displayName: undefined }),
    ...(deleteAttribute.includes("PHOTO_URL") && { photoUrl: undefined }),
    ...(deleteAttribute.includes("PASSWORD") && NO_PASSWORD),
    ...(deleteAttribute.includes("EMAIL") && NO_EMAIL),
    // The account keeps its address, as in production: a sign-up with it answers EMAIL_EXISTS.
    ...(deleteProvider.includes("password") && { emailLinkSignin: undefined, ...NO_PASSWORD }),
    ...(deleteProvider.includes("phone") && { phoneNumber: undefined }),
  };
}

/** The response of every kind of update; with tokens only if the old ones became invalid. */
export const createUpdateResponse = (account: Account, newEmail?: string): Record<string, unknown> => ({
  kind: "identitytoolkit#SetAccountInfoResponse",
  localId: account.localId,
  emailVerified: account.emailVerified,
  providerUserInfo: account.providerUserInfo,
  email: account.email,
  displayName: account.displayName,
  photoUrl: account.photoUrl,
  newEmail,
  passwordHash: account.passwordHash,
});

/** The fields that only an administrator may set. */
export function administratorFieldsOf(
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

const accountOfOobRecord = ({ identity }: ServiceContext, { uid, email }: OobRecord): Account => {
  const account = uid === undefined ? identity.accountByEmail(email) : identity.account(uid);
  assert(account, "INVALID_OOB_CODE");
  return account;
};

function applyEmailVerification(context: ServiceContext, oob: OobRecord): Record<string, unknown> {
  const account = accountOfOobRecord(context, oob);
  return createUpdateResponse(context.identity.update(account, { emailVerified: true }));
}

/**
 * Sends the old address a link that reverts the change, because an attacker who took over a mailbox must not
 * keep the account.
 */
function applyEmailChange(context: ServiceContext, oob: OobRecord, call: Call): Record<string, unknown> {
  const account = accountOfOobRecord(context, oob);
  const { email, newEmail = "" } = oob;
  assert(account.email === email, "INVALID_OOB_CODE");
  assert(!context.identity.accountByEmail(newEmail), "EMAIL_EXISTS");
  const next = context.identity.update(account, {
    email: newEmail,
    emailVerified: true,
  });
  mailOobCode(context, call, { requestType: "RECOVER_EMAIL", email, newEmail, uid: account.localId });
  return createUpdateResponse(next, newEmail);
}

function applyEmailRecovery(context: ServiceContext, oob: OobRecord): Record<string, unknown> {
  const account = accountOfOobRecord(context, oob);
  const holder = context.identity.accountByEmail(oob.email);
  assert(!holder || holder.localId === account.localId, "EMAIL_EXISTS");
  return createUpdateResponse(context.identity.update(account, { email: oob.email, emailVerified: true }));
}

function applySecondFactorRemoval(context: ServiceContext, oob: OobRecord): Record<string, unknown> {
  const account = accountOfOobRecord(context, oob);
  context.identity.totp.delete(oob.mfaEnrollmentId ?? "");
  return createUpdateResponse(
    context.identity.update(account, {
      mfaInfo: account.mfaInfo?.filter(({ mfaEnrollmentId }) => mfaEnrollmentId !== oob.mfaEnrollmentId),
    }),
  );
}

/** Spends a mailed code. The response has no tokens, because holding a mail is no sign-in. */
export function applyOobCode(context: ServiceContext, oobCode: string, call: Call): Record<string, unknown> {
  const oob = requireValidOobCode(context, oobCode);
  if (oob.requestType === "PASSWORD_RESET" || oob.requestType === "EMAIL_SIGNIN")
    throw notImplemented(oob.requestType);
  context.identity.oobCodes.delete(oobCode);
  switch (oob.requestType) {
    case "VERIFY_EMAIL":
      return applyEmailVerification(context, oob);
    case "VERIFY_AND_CHANGE_EMAIL":
      return applyEmailChange(context, oob, call);
    case "RECOVER_EMAIL":
      return applyEmailRecovery(context, oob);
    default:
      return applySecondFactorRemoval(context, oob);
  }
}
