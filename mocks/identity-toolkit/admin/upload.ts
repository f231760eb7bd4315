import * as v from "valibot";
import { assert } from "../../http/api-error.ts";
import { flag, int64, list, record, text } from "../../http/wire.ts";
import type { ServiceContext } from "../../service-context.ts";
import {
  type Account,
  type AccountChanges,
  canonicalEmail,
  isEmail,
  isPhoneNumber,
  type MfaEnrollment,
  type ProviderInfo,
} from "../account.ts";
import { assertCustomAttributes } from "../custom-claims.ts";
import { newPassword } from "../passwords.ts";

/** An account as `batchCreate` and the files of `auth:export` have it. */
export const Upload = record({
  localId: v.optional(text),
  email: v.optional(text),
  emailVerified: v.optional(flag),
  displayName: v.optional(text),
  photoUrl: v.optional(text),
  phoneNumber: v.optional(text),
  disabled: v.optional(flag),
  passwordHash: v.optional(text),
  salt: v.optional(text),
  rawPassword: v.optional(text),
  customAttributes: v.optional(text),
  createdAt: v.optional(int64),
  lastLoginAt: v.optional(int64),
  providerUserInfo: v.optional(
    list(
      record({
        providerId: v.optional(text),
        rawId: v.optional(text),
        federatedId: v.optional(text),
        email: v.optional(text),
        displayName: v.optional(text),
        photoUrl: v.optional(text),
        screenName: v.optional(text),
      }),
    ),
  ),
  mfaInfo: v.optional(
    list(
      record({
        mfaEnrollmentId: v.optional(text),
        displayName: v.optional(text),
        phoneInfo: v.optional(text),
        enrolledAt: v.optional(text),
      }),
    ),
  ),
});
export type Upload = v.InferOutput<typeof Upload>;

function passwordOf(context: ServiceContext, { passwordHash, salt, rawPassword }: Upload): AccountChanges {
  if (passwordHash)
    return { passwordHash, passwordUpdatedAt: context.clock.now(), ...(salt !== undefined && { salt }) };
  return rawPassword ? newPassword(context, rawPassword) : {};
}

function providersOf(
  { identity }: ServiceContext,
  { localId, providerUserInfo = [] }: Upload,
): ProviderInfo[] {
  return providerUserInfo.flatMap(({ providerId, rawId, ...profile }) => {
    // Kept in step with e-mail, password and phone number anyway.
    if (providerId === "password" || providerId === "phone") return [];
    assert(providerId && rawId, "federatedId or (providerId & rawId) is required");
    const holder = identity.accountByProvider(providerId, rawId);
    assert(!holder || holder.localId === localId, "raw id exists in other account in database");
    return [{ providerId, rawId, federatedId: rawId, ...profile }];
  });
}

function factorsOf(context: ServiceContext, { mfaInfo = [], email, emailVerified }: Upload): MfaEnrollment[] {
  assert(mfaInfo.length === 0 || email, "Second factor account requires email to be presented.");
  assert(mfaInfo.length === 0 || emailVerified, "Second factor account requires email to be verified.");
  const ids = mfaInfo.flatMap(({ mfaEnrollmentId }) => mfaEnrollmentId ?? []);
  assert(new Set(ids).size === ids.length, "Enrollment id already exists.");
  return mfaInfo.map(({ mfaEnrollmentId, displayName, phoneInfo, enrolledAt }) => {
    assert(phoneInfo, "Second factor not supported.");
    assert(isPhoneNumber(phoneInfo), "Phone number format is invalid");
    return {
      mfaEnrollmentId: mfaEnrollmentId ?? context.random.id(28),
      phoneInfo,
      unobfuscatedPhoneInfo: phoneInfo,
      enrolledAt: enrolledAt ?? new Date(context.clock.now()).toISOString(),
      ...(displayName !== undefined && { displayName }),
    };
  });
}

function addressOf({ identity }: ServiceContext, { email, localId }: Upload): AccountChanges {
  if (email === undefined) return {};
  assert(isEmail(email), "email is invalid");
  const holder = identity.accountByEmail(email);
  assert(!holder || holder.localId === localId, "email exists in other account in database");
  return { email: canonicalEmail(email) };
}

/**
 * Creates, or overwrites, the account that an upload describes.
 * @throws {ApiError} in the words in which Google reports one account of a batch
 */
export function accountFromUpload(context: ServiceContext, user: Upload, allowOverwrite: boolean): Account {
  const { identity, clock } = context;
  const { localId, displayName, photoUrl, phoneNumber, customAttributes, lastLoginAt } = user;
  assert(localId, "localId is missing");
  if (phoneNumber !== undefined) assert(isPhoneNumber(phoneNumber), "phone number format is invalid");
  const providers = providersOf(context, user);
  const mfaInfo = factorsOf(context, user);
  const changes: AccountChanges = {
    ...addressOf(context, user),
    ...passwordOf(context, user),
    emailVerified: user.emailVerified ?? false,
    disabled: user.disabled ?? false,
    createdAt: user.createdAt ?? String(clock.now()),
    validSince: String(Math.floor(clock.now() / 1000)),
    ...(displayName !== undefined && { displayName }),
    ...(photoUrl !== undefined && { photoUrl }),
    ...(phoneNumber !== undefined && { phoneNumber }),
    ...(lastLoginAt !== undefined && { lastLoginAt }),
    ...(customAttributes && { customAttributes: assertCustomAttributes(customAttributes) }),
    ...(mfaInfo.length > 0 && { mfaInfo }),
  };
  const existing = identity.account(localId);
  assert(!existing || allowOverwrite, "localId belongs to an existing account - can not overwrite.");
  if (existing) identity.remove(localId);
  return identity.create(localId, changes, { upsert: providers });
}
