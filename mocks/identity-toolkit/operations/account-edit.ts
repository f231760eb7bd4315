import * as v from "valibot";
import { notImplemented } from "../../http/api-error.ts";
import { flag, int64, list, oneOf, record, text } from "../../http/wire.ts";
import { RequestedFactor } from "../proofs/mfa-enrollments.ts";
import type { Account, AccountChanges } from "../state/account.ts";
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

export const UpdateBody = record(
  {
    ...captchaFields,
    ...instanceFields,
    ...projectFields,
    idToken: v.optional(text),
    oobCode: v.optional(text),
    localId: v.optional(text),
    email: v.optional(text),
    password: v.optional(text),
    displayName: v.optional(v.pipe(text, v.maxLength(256, "must NOT have more than 256 characters"))),
    photoUrl: v.optional(v.pipe(text, v.maxLength(2048, "must NOT have more than 2048 characters"))),
    phoneNumber: v.optional(text),
    emailVerified: v.optional(flag),
    disableUser: v.optional(flag),
    validSince: v.optional(int64),
    createdAt: v.optional(int64),
    lastLoginAt: v.optional(int64),
    customAttributes: v.optional(text),
    upgradeToFederatedLogin: v.optional(flag),
    provider: v.optional(list(text)),
    deleteAttribute: v.optional(list(oneOf(ATTRIBUTES))),
    deleteProvider: v.optional(list(text)),
    deletePasskey: v.optional(list(text)),
    linkProviderUserInfo: v.optional(
      record({
        providerId: v.optional(text),
        rawId: v.optional(text),
        email: v.optional(text),
        displayName: v.optional(text),
        federatedId: v.optional(text),
        phoneNumber: v.optional(text),
        photoUrl: v.optional(text),
        screenName: v.optional(text),
      }),
    ),
    mfa: v.optional(record({ enrollments: v.optional(list(RequestedFactor)) })),
  },
  ["deletePasskey"],
);
export type UpdateFields = v.InferOutput<typeof UpdateBody>;

/** Refuses deletions that neither Google's emulator nor these services support. */
export function assertDeletable({ deleteAttribute = [] }: UpdateFields): void {
  const unknown = deleteAttribute.find((name) => name === "PROVIDER" || name === "RAW_USER_INFO");
  if (unknown) throw notImplemented(`deleteAttribute: ${unknown}`);
}

const NO_PASSWORD: AccountChanges = { passwordHash: undefined, salt: undefined };
const NO_EMAIL: AccountChanges = { email: undefined, emailVerified: undefined, emailLinkSignin: undefined };

/** The fields that a request deletes. A deletion takes precedence over a value for the same field. */
export function deletions({ deleteAttribute = [], deleteProvider = [] }: UpdateFields): AccountChanges {
  return {
    ...(deleteAttribute.includes("DISPLAY_NAME") && { displayName: undefined }),
    ...(deleteAttribute.includes("PHOTO_URL") && { photoUrl: undefined }),
    ...(deleteAttribute.includes("PASSWORD") && NO_PASSWORD),
    ...(deleteAttribute.includes("EMAIL") && NO_EMAIL),
    ...(deleteProvider.includes("password") && { ...NO_EMAIL, ...NO_PASSWORD }),
    ...(deleteProvider.includes("phone") && { phoneNumber: undefined }),
  };
}

/** The response of every kind of update; with tokens only if the old ones became invalid. */
export const updateAnswer = (account: Account, newEmail?: string): Record<string, unknown> => ({
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
