import * as v from "valibot";
import { fieldsOf, omitUndefined, optionalFields } from "../../http/wire.ts";

const text = v.optional(v.string());

/** One way to sign in to an account: `password`, `phone` or a provider such as `google.com`. */
export const ProviderInfo = v.object({
  providerId: v.string(),
  ...optionalFields(v.string(), "rawId", "federatedId", "email", "displayName"),
  ...optionalFields(v.string(), "photoUrl", "phoneNumber", "screenName"),
});
export type ProviderInfo = v.InferOutput<typeof ProviderInfo>;

/** A second factor: a phone number, or an authenticator app. */
export const MfaEnrollment = v.object({
  mfaEnrollmentId: v.string(),
  ...optionalFields(v.string(), "displayName", "enrolledAt", "phoneInfo", "unobfuscatedPhoneInfo"),
  totpInfo: v.optional(v.object({})),
});
export type MfaEnrollment = v.InferOutput<typeof MfaEnrollment>;

/** A passkey as in `accounts:lookup`; Google's has no date. */
export const PasskeyInfo = v.object({
  ...fieldsOf(v.string(), "credentialId", "name"),
  ...optionalFields(v.string(), "rpId", "enrolledAt"),
});
export type PasskeyInfo = v.InferOutput<typeof PasskeyInfo>;

/**
 * The server's record of an account, in the form of `accounts:lookup`. Mind the units: `createdAt` and `lastLoginAt`
 * are milliseconds in a string, `validSince` is seconds in a string, `passwordUpdatedAt` is a number of milliseconds,
 * `lastRefreshAt` is RFC 3339.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/UserInfo
 */
export const Account = v.object({
  localId: v.pipe(v.string(), v.minLength(1)),
  email: text,
  emailVerified: v.optional(v.boolean()),
  ...optionalFields(v.string(), "displayName", "photoUrl", "phoneNumber"),
  disabled: v.optional(v.boolean()),
  ...optionalFields(v.string(), "passwordHash", "salt"),
  passwordUpdatedAt: v.optional(v.number()),
  ...optionalFields(v.string(), "validSince", "createdAt", "lastLoginAt", "lastRefreshAt", "initialEmail"),
  customAuth: v.optional(v.boolean()),
  customAttributes: text,
  emailLinkSignin: v.optional(v.boolean()),
  ...optionalFields(v.string(), "screenName", "language", "dateOfBirth", "timeZone"),
  providerUserInfo: v.optional(v.array(ProviderInfo)),
  mfaInfo: v.optional(v.array(MfaEnrollment)),
  passkeyInfo: v.optional(v.array(PasskeyInfo)),
});
export type Account = v.InferOutput<typeof Account>;

/** Fields to change; undefined deletes a field. */
export type AccountChanges = { [Field in keyof Omit<Account, "localId">]?: Account[Field] | undefined };

/** Production accepts addresses of fewer than 256 characters. */
const EMAIL_LIMIT = 256;
/** Parts between dots. No mailbox needs blanks, quotes, brackets, the separators of a list, or invisible characters. */
const LOCAL_PART = /^[^\s\p{C}\p{Default_Ignorable_Code_Point}<>()[\]\\,;:"@.]+$/u;
const DOMAIN_PART = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u;

/** Whether a text is a bare address. Its domain may have letters of any script, and needs no dot. */
export function isEmail(text: string): boolean {
  const [local = "", domain = "", ...more] = text.split("@");
  return (
    text.length < EMAIL_LIMIT &&
    more.length === 0 &&
    local.split(".").every((part) => LOCAL_PART.test(part)) &&
    domain.split(".").every((part) => DOMAIN_PART.test(part))
  );
}
/** E.164. The shortest numbers in use have seven digits. */
export const isPhoneNumber = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text);
export const toCanonicalEmail = (email: string): string => email.toLowerCase();

/** Production's limit, also for the picture of a provider. */
export const PHOTO_URL_LIMIT = 2048;
/** Omits the address of a picture that is longer than an account may store. */
export const withoutLongPhoto = <Fields extends { photoUrl?: string | undefined }>(fields: Fields): Fields =>
  (fields.photoUrl?.length ?? 0) > PHOTO_URL_LIMIT ? { ...fields, photoUrl: undefined } : fields;

/** The replacement for a password hash, in the emulator's form, so that its exports can be read. */
export const fakePasswordHash = (password: string, salt: string): string =>
  `fakeHash:salt=${salt}:password=${password}`;

export type ProviderChanges = { upsert?: readonly ProviderInfo[]; remove?: readonly string[] };

/**
 * Applies changes and keeps `providerUserInfo` consistent with email, password and phone number: deletions first,
 * then upserts in place, at most one entry per provider.
 */
export function applyAccountChanges(
  account: Account,
  changes: AccountChanges,
  providers: ProviderChanges = {},
): Account {
  const merged = omitUndefined(withoutLongPhoto({ ...account, ...changes }));
  const next: Account = { ...merged, localId: account.localId };
  const remove = [...(providers.remove ?? [])];
  const added = (providers.upsert ?? []).map(withoutLongPhoto);
  if (next.email && (next.passwordHash || next.emailLinkSignin)) {
    added.push({
      providerId: "password",
      email: next.email,
      federatedId: next.email,
      rawId: next.email,
      displayName: next.displayName,
      photoUrl: next.photoUrl,
    });
  } else remove.push("password");
  if (next.phoneNumber)
    added.push({ providerId: "phone", phoneNumber: next.phoneNumber, rawId: next.phoneNumber });
  else remove.push("phone");

  const before = account.providerUserInfo;
  const infos = (before ?? []).filter(({ providerId }) => !remove.includes(providerId));
  for (const info of added) {
    const place = infos.findIndex(({ providerId }) => providerId === info.providerId);
    infos.splice(place < 0 ? infos.length : place, 1, info);
  }
  if (infos.length > 0 || before) next.providerUserInfo = infos;
  return next;
}
