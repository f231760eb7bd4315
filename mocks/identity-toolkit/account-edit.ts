import * as v from "valibot";
import { assert, notImplemented } from "../http/api-error.ts";
import { flag, int64, list, oneOf, record, text } from "../http/wire.ts";
import type { Account, AccountChanges, ProviderInfo } from "./account.ts";

const ATTRIBUTES = [
  "USER_ATTRIBUTE_NAME_UNSPECIFIED",
  "EMAIL",
  "DISPLAY_NAME",
  "PROVIDER",
  "PHOTO_URL",
  "PASSWORD",
  "RAW_USER_INFO",
] as const;

export const UpdateBody = record({
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
      photoUrl: v.optional(text),
      screenName: v.optional(text),
    }),
  ),
  mfa: v.optional(
    record({
      enrollments: v.optional(
        list(
          record({
            mfaEnrollmentId: v.optional(text),
            phoneInfo: v.optional(text),
            displayName: v.optional(text),
            enrolledAt: v.optional(text),
          }),
        ),
      ),
    }),
  ),
});
export type UpdateFields = v.InferOutput<typeof UpdateBody>;

/** What an account becomes, and which of its providers come and go. */
export type Edit = { changes: AccountChanges; link: ProviderInfo[]; unlink: string[] };

/** The part of an edit that the account's holder and the administrator make in the same way. */
export function commonEdit(body: UpdateFields): Edit {
  const { displayName, photoUrl, deleteAttribute = [], deleteProvider = [], linkProviderUserInfo } = body;
  if (deleteAttribute.some((name) => name === "PROVIDER" || name === "RAW_USER_INFO"))
    throw notImplemented("deleteAttribute PROVIDER and RAW_USER_INFO");
  const changes: AccountChanges = {};
  if (displayName !== undefined) changes.displayName = displayName;
  if (photoUrl !== undefined) changes.photoUrl = photoUrl;
  if (deleteAttribute.includes("DISPLAY_NAME")) changes.displayName = undefined;
  if (deleteAttribute.includes("PHOTO_URL")) changes.photoUrl = undefined;
  const noPassword = { passwordHash: undefined, salt: undefined };
  if (deleteAttribute.includes("PASSWORD")) Object.assign(changes, noPassword);
  if (deleteAttribute.includes("EMAIL") || deleteProvider.includes("password"))
    Object.assign(changes, { email: undefined, emailVerified: undefined, emailLinkSignin: undefined });
  if (deleteProvider.includes("password")) Object.assign(changes, noPassword);
  if (deleteProvider.includes("phone")) changes.phoneNumber = undefined;

  const link: ProviderInfo[] = [];
  if (linkProviderUserInfo) {
    const { providerId, rawId, ...profile } = linkProviderUserInfo;
    assert(providerId, "MISSING_PROVIDER_ID");
    assert(rawId, "MISSING_RAW_ID");
    link.push({ providerId, rawId, federatedId: rawId, ...profile });
  }
  return { changes, link, unlink: deleteProvider };
}

/** The answer of every kind of update; tokens only where the old ones lost their worth. */
export const updateAnswer = (account: Account, newEmail?: string): object => ({
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
