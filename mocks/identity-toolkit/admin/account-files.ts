import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert } from "../../http/api-error.ts";
import { parseBody, schemaOf } from "../../http/wire.ts";
import { newPasswordFields } from "../proofs/passwords.ts";
import { isTotpSecret, newTotpSecret } from "../proofs/totp.ts";
import requests from "../requests/requests.json" with { type: "json" };
import type { RequestBody } from "../requests/requests.ts";
import { type Account, isEmail, isPhoneNumber, PasskeyInfo, toCanonicalEmail } from "../state/account.ts";
import { PasskeyKey } from "../state/codes.ts";
import { assertCustomAttributes } from "../tokens/tokens.ts";

/** An account in `batchCreate` and in the files of `auth:export`. */
export type Upload = NonNullable<RequestBody<"batchCreate">["users"]>[number];
const UploadSchema: v.GenericSchema<unknown, Upload> = schemaOf(requests.batchCreate.users[0] ?? {});

function passwordFields(context: ServiceContext, { passwordHash, salt, rawPassword }: Upload) {
  if (passwordHash) return { passwordHash, passwordUpdatedAt: context.clock.now(), salt };
  return rawPassword ? newPasswordFields(context, rawPassword, salt) : {};
}

function providerEntries({ identity }: ServiceContext, { localId, providerUserInfo = [] }: Upload) {
  return providerUserInfo.flatMap(({ providerId, rawId, ...profile }) => {
    // Skip these entries, because they are derived from email, password and phone number.
    if (providerId === "password" || providerId === "phone") return [];
    assert(
      (providerId && rawId) || !profile.federatedId,
      "((Parsing federatedId is not implemented in Auth Emulator; please specify providerId AND rawId as a workaround.))",
    );
    assert(providerId && rawId, "federatedId or (providerId & rawId) is required");
    const holder = identity.accountByProvider(providerId, rawId);
    assert(!holder || holder.localId === localId, "raw id exists in other account in database");
    return [{ providerId, rawId, ...profile }];
  });
}

function secondFactorEntries(context: ServiceContext, { mfaInfo = [], email, emailVerified }: Upload) {
  assert(mfaInfo.length === 0 || email, "Second factor account requires email to be presented.");
  assert(mfaInfo.length === 0 || emailVerified, "Second factor account requires email to be verified.");
  const ids = mfaInfo.flatMap(({ mfaEnrollmentId }) => mfaEnrollmentId || []);
  assert(new Set(ids).size === ids.length, "Enrollment id already exists.");
  return mfaInfo.map(({ mfaEnrollmentId, displayName, phoneInfo, totpInfo, enrolledAt }) => {
    assert(phoneInfo || totpInfo, "Second factor not supported.");
    assert(!phoneInfo || isPhoneNumber(phoneInfo), "Phone number format is invalid");
    const factor = {
      mfaEnrollmentId: mfaEnrollmentId || context.random.id(28),
      enrolledAt: enrolledAt || new Date(context.clock.now()).toISOString(),
      displayName,
    };
    if (phoneInfo) return { factor: { ...factor, phoneInfo, unobfuscatedPhoneInfo: phoneInfo } };
    const secret = totpInfo?.sharedSecretKey ?? newTotpSecret(context);
    assert(isTotpSecret(secret), "Shared secret key is invalid.");
    return { factor: { ...factor, totpInfo: {} }, secret };
  });
}

function addressFields({ identity }: ServiceContext, { email, localId }: Upload, isSane: boolean) {
  if (!email) return {};
  assert(isEmail(email), "email is invalid");
  const holder = identity.accountByEmail(email);
  assert(
    !holder || holder.localId === localId,
    isSane
      ? "email exists in other account in database"
      : `((Auth Emulator does not support importing duplicate email: ${email}))`,
  );
  return { email: toCanonicalEmail(email) };
}

/**
 * Creates or overwrites the account of an upload.
 * @throws {ApiError} with the messages that Google uses for one account of a batch
 */
export function storeUploadedAccount(
  context: ServiceContext,
  user: Upload,
  { allowOverwrite, isSane = false }: { allowOverwrite: boolean; isSane?: boolean },
): Account {
  const { identity, clock } = context;
  const { localId, displayName, photoUrl, phoneNumber, customAttributes, lastLoginAt } = user;
  assert(localId, "localId is missing");
  const password = passwordFields(context, user);
  if (customAttributes) assertCustomAttributes(customAttributes);
  const providers = user.providerUserInfo && providerEntries(context, user);
  if (phoneNumber) assert(isPhoneNumber(phoneNumber), "phone number format is invalid");
  const address = addressFields(context, user, isSane);
  const secondFactors = secondFactorEntries(context, user);
  const existing = identity.account(localId);
  assert(!existing || allowOverwrite, "localId belongs to an existing account - can not overwrite.");
  if (existing) identity.remove(localId);
  for (const { factor, secret } of secondFactors)
    if (secret !== undefined)
      identity.totp.set(factor.mfaEnrollmentId, { uid: localId, secret, lastStep: 0 });
  return identity.create(
    localId,
    {
      displayName,
      photoUrl,
      lastLoginAt,
      ...address,
      ...password,
      emailVerified: user.emailVerified ?? false,
      disabled: user.disabled ?? false,
      createdAt: user.createdAt ?? String(clock.now()),
      validSince: String(Math.floor(clock.now() / 1000)),
      ...(phoneNumber && { phoneNumber }),
      ...(customAttributes && { customAttributes }),
      ...(secondFactors.length > 0 && { mfaInfo: secondFactors.map(({ factor }) => factor) }),
      ...(providers && { providerUserInfo: [] }),
    },
    { upsert: providers ?? [] },
  );
}

/**
 * One account in a file of `firebase auth:export --format=json`: as in `accounts:lookup`, except that `lastLoginAt`
 * is called `lastSignedInAt` and `providerUserInfo` omits `password` and `phone`.
 * @see https://firebase.google.com/docs/cli/auth#json_format
 */
function toExportedAccount({ identity }: ServiceContext, account: Account): Record<string, unknown> {
  const {
    lastLoginAt,
    lastRefreshAt,
    validSince,
    initialEmail,
    mfaInfo,
    providerUserInfo = [],
    ...rest
  } = account;
  return {
    ...rest,
    mfaInfo: mfaInfo?.map((factor) => {
      const app = identity.totp.get(factor.mfaEnrollmentId);
      return app ? { ...factor, totpInfo: { sharedSecretKey: app.secret } } : factor;
    }),
    lastSignedInAt: lastLoginAt,
    passkeyInfo: account.passkeyInfo?.map((passkey) => {
      const { publicKey, counter = 0 } = identity.passkeys.keys.get(passkey.credentialId) ?? {};
      return { ...passkey, counter, publicKey };
    }),
    providerUserInfo: providerUserInfo
      .filter(({ providerId }) => providerId !== "password" && providerId !== "phone")
      .map(({ providerId, rawId, email, displayName, photoUrl }) => ({
        providerId,
        rawId,
        email,
        displayName,
        photoUrl,
      })),
  };
}

/** All accounts as a file that `firebase auth:import` can read too. */
export const exportAccounts = (context: ServiceContext): { users: Record<string, unknown>[] } => ({
  users: context.identity.accounts().map((account) => toExportedAccount(context, account)),
});

/** A passkey with its key. Google's files of `auth:export` have no passkeys, and its importer ignores them. */
const ExportedPasskey = v.object({ ...PasskeyInfo.entries, ...v.omit(PasskeyKey, ["uid"]).entries });
const WithPasskeys = v.object({ passkeyInfo: v.optional(v.array(ExportedPasskey), []) });

/** Imports the passkeys of one exported account. @throws {v.ValiError} if they are invalid */
function importPasskeys({ identity }: ServiceContext, account: Account, user: unknown): void {
  const { passkeyInfo } = v.parse(WithPasskeys, user);
  if (passkeyInfo.length === 0) return;
  const { localId: uid } = account;
  for (const { credentialId, publicKey, counter } of passkeyInfo)
    identity.passkeys.keys.set(credentialId, { credentialId, uid, counter, publicKey });
  identity.update(account, {
    passkeyInfo: passkeyInfo.map(({ publicKey: _, counter: __, ...passkey }) => passkey),
  });
}

/** The fields of a file that a batch ignores. */
const OWN_FIELDS = [
  ...(["customAuth", "emailLinkSignin", "disabled", "passwordUpdatedAt"] as const),
  ...(["screenName", "language", "dateOfBirth", "timeZone"] as const),
];
const File = v.object({ users: v.array(v.unknown(), "must be array") }, "must be object");
const Renamed = v.looseObject({ lastSignedInAt: v.optional(v.string()) });

/**
 * Imports accounts from a file of `auth:export`, Google's or ours. Passwords are imported only if the file has the
 * emulator's fake hashes. An account with a real hash is imported, but cannot sign in with its password.
 */
export function importAccounts(context: ServiceContext, file: unknown) {
  const { users } = parseBody(File, file);
  const refused: { index: number; message: string }[] = [];
  users.forEach((user, index) => {
    try {
      const { lastSignedInAt, ...fields } = v.parse(Renamed, user);
      const upload = parseBody(UploadSchema, { lastLoginAt: lastSignedInAt, ...fields });
      const stored = storeUploadedAccount(context, upload, { allowOverwrite: true });
      const own = Object.fromEntries(OWN_FIELDS.map((name) => [name, upload[name]]));
      const account = context.identity.update(stored, own);
      importPasskeys(context, account, user);
    } catch (cause) {
      if (!(cause instanceof ApiError || cause instanceof v.ValiError)) throw cause;
      refused.push({ index, message: cause.message });
    }
  });
  return { imported: users.length - refused.length, refused };
}
