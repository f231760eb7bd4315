import type { ServiceContext } from "../../core/service-context.ts";
import { assert, notImplemented } from "../../http/api-error.ts";
import type { Call } from "../../http/router.ts";
import { omitUndefined } from "../../http/wire.ts";
import { toBase64Url } from "../passkeys/verify.ts";
import { enrollmentsFromRequest } from "../proofs/mfa-enrollments.ts";
import { mailOobCode, requireValidOobCode } from "../proofs/oob.ts";
import { assertStrongPassword, newPasswordFields } from "../proofs/passwords.ts";
import { defineOperation, type RequestBody } from "../requests/requests.ts";
import {
  type Account,
  type AccountChanges,
  isEmail,
  isPhoneNumber,
  toCanonicalEmail,
} from "../state/account.ts";
import type { OobRecord } from "../state/codes.ts";
import {
  assertCustomAttributes,
  assertRecentSignIn,
  issueTokens,
  sessionOf,
  type Verified,
  verifyIdToken,
} from "../tokens/tokens.ts";

type UpdateFields = RequestBody<"update">;

const NO_PASSWORD: AccountChanges = { passwordHash: undefined, salt: undefined };

/** What a deletion removes. The account keeps its address without a password, as in production. */
const DELETED_ATTRIBUTES: Record<string, AccountChanges> = {
  DISPLAY_NAME: { displayName: undefined },
  PHOTO_URL: { photoUrl: undefined },
  PASSWORD: NO_PASSWORD,
  EMAIL: { email: undefined, emailVerified: undefined, emailLinkSignin: undefined },
};
const DELETED_PROVIDERS: Record<string, AccountChanges> = {
  password: { emailLinkSignin: undefined, ...NO_PASSWORD },
  phone: { phoneNumber: undefined },
};

/** The response of every kind of update; with tokens only if the old ones became invalid. */
const createUpdateResponse = (account: Account, newEmail?: string): Record<string, unknown> => ({
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

function administratorFieldsOf({ identity }: ServiceContext, body: UpdateFields, account: Account) {
  const { emailVerified, customAttributes, createdAt, lastLoginAt, validSince } = body;
  const phoneNumber = body.phoneNumber === account.phoneNumber ? undefined : body.phoneNumber || undefined;
  if (phoneNumber !== undefined) {
    assert(isPhoneNumber(phoneNumber), "INVALID_PHONE_NUMBER : Invalid format.");
    assert(!identity.accountByPhone(phoneNumber), "PHONE_NUMBER_EXISTS");
  }
  const disabled = body.disableUser;
  return { disabled, phoneNumber, emailVerified, customAttributes, createdAt, lastLoginAt, validSince };
}

/** What a mailed code changes of its account. */
function changesOfOobCode(
  { identity }: ServiceContext,
  { requestType, email, newEmail = "", mfaEnrollmentId }: OobRecord,
  account: Account,
): AccountChanges {
  if (requestType === "VERIFY_EMAIL") return { emailVerified: true };
  if (requestType === "REVERT_SECOND_FACTOR_ADDITION") {
    identity.totp.delete(mfaEnrollmentId ?? "");
    return { mfaInfo: account.mfaInfo?.filter((factor) => factor.mfaEnrollmentId !== mfaEnrollmentId) };
  }
  const isRecovery = requestType === "RECOVER_EMAIL";
  assert(isRecovery || account.email === email, "INVALID_OOB_CODE");
  const next = isRecovery ? email : newEmail;
  const holder = identity.accountByEmail(next);
  assert(!holder || holder.localId === account.localId, "EMAIL_EXISTS");
  return { email: next, emailVerified: true };
}

/**
 * Spends a mailed code. The response has no tokens, because holding a mail is no sign-in. After a change, the old address
 * gets a link that reverts it, because an attacker who took over a mailbox must not keep the account.
 */
export function applyOobCode(context: ServiceContext, oobCode: string, call: Call): Record<string, unknown> {
  const { identity } = context;
  const oob = requireValidOobCode(context, oobCode);
  const { requestType, uid, email, newEmail } = oob;
  if (requestType === "PASSWORD_RESET" || requestType === "EMAIL_SIGNIN") throw notImplemented(requestType);
  identity.oobCodes.delete(oobCode);
  const account = uid === undefined ? identity.accountByEmail(email) : identity.account(uid);
  assert(account, "INVALID_OOB_CODE");
  const next = identity.update(account, changesOfOobCode(context, oob, account));
  if (requestType !== "VERIFY_AND_CHANGE_EMAIL") return createUpdateResponse(next);
  mailOldAddress(context, call, account, newEmail);
  return createUpdateResponse(next, newEmail);
}

/** The account to change: the caller's by ID token, or, for the administrator, the named one. */
type Subject = { account: Account; verified: Verified | undefined; owner: boolean };

function newAddressFields(
  context: ServiceContext,
  body: UpdateFields,
  { account, verified, owner }: Subject,
): AccountChanges {
  if (!body.email) return {};
  assert(isEmail(body.email), "INVALID_EMAIL");
  const email = toCanonicalEmail(body.email);
  if (email === account.email) return {};
  // Production's rules for users who change their own address come before looking up the new one.
  if (!owner) {
    assert(
      !context.identity.settings.enumerationProtection,
      "OPERATION_NOT_ALLOWED : Please verify the new email before changing email.",
    );
    assert(!account.mfaInfo?.length, "EMAIL_CHANGE_NEEDS_VERIFICATION");
  }
  assert(!context.identity.accountByEmail(email), "EMAIL_EXISTS");
  const isAnonymous = verified?.claims.firebase.sign_in_provider === "anonymous";
  return {
    email,
    emailVerified: false,
    ...(!isAnonymous && account.email && !account.initialEmail && { initialEmail: account.email }),
  };
}

/** Removes passkeys: their keys immediately, and the account's entries with the returned changes. */
function removePasskeys(
  { identity }: ServiceContext,
  { passkeyInfo = [] }: Account,
  credentialIds: readonly string[],
) {
  const removed = credentialIds.map(toBase64Url);
  const isPasskeyOfAccount = (id: string) => passkeyInfo.some(({ credentialId }) => credentialId === id);
  assert(removed.every(isPasskeyOfAccount), "PASSKEY_ENROLLMENT_NOT_FOUND");
  for (const id of removed) identity.passkeys.keys.delete(id);
  return { passkeyInfo: passkeyInfo.filter(({ credentialId }) => !removed.includes(credentialId)) };
}

function accountChangesOf(context: ServiceContext, body: UpdateFields, subject: Subject): AccountChanges {
  const { account, owner } = subject;
  const { displayName, photoUrl, mfa, password, deleteAttribute = [], deleteProvider = [] } = body;
  const address = newAddressFields(context, body, subject);
  if (password) assertStrongPassword(context, password);
  const invalidates = password || body.validSince || address.email;
  return {
    ...address,
    ...(password && newPasswordFields(context, password)),
    ...(invalidates && { validSince: String(Math.floor(context.clock.now() / 1000)) }),
    ...(mfa && {
      mfaInfo: mfa.enrollments?.length
        ? enrollmentsFromRequest(context, mfa.enrollments, { enrolled: account.mfaInfo })
        : undefined,
    }),
    ...(owner && omitUndefined(administratorFieldsOf(context, body, account))),
    ...omitUndefined({ displayName, photoUrl }),
    // A deletion takes precedence over a value for the same field.
    ...Object.assign({}, ...deleteAttribute.map((name) => DELETED_ATTRIBUTES[name])),
    ...Object.assign({}, ...deleteProvider.map((name) => DELETED_PROVIDERS[name])),
    ...(body.deletePasskey && removePasskeys(context, account, body.deletePasskey)),
  };
}

/** Unlike in the emulator, the mail goes to the previous address instead of the account's first address. */
function mailOldAddress(
  context: ServiceContext,
  call: Call,
  { email, localId: uid }: Account,
  newEmail: string | undefined,
): void {
  if (email && newEmail !== email)
    mailOobCode(context, call, { requestType: "RECOVER_EMAIL", email, newEmail, uid });
}

/**
 * Changes an account: the caller's by ID token, the one of a mailed code, or, for the administrator, any. A new email
 * address or password invalidates older tokens, and only then does the response have new ones.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/update
 */
export const update = defineOperation("update", async (context, body, call) => {
  const { owner } = call;
  for (const field of ["provider", "upgradeToFederatedLogin"] as const)
    if (body[field] !== undefined) throw notImplemented(`${field} is not implemented yet.`);
  if (owner) assert(body.localId, "MISSING_LOCAL_ID");
  else {
    assert(body.idToken || body.oobCode, "INVALID_REQ_TYPE : Unsupported request parameters.");
    assert(body.customAttributes === undefined, "INSUFFICIENT_PERMISSION");
  }
  if (body.customAttributes) assertCustomAttributes(body.customAttributes);
  const unknown = body.deleteAttribute?.find((name) => name === "PROVIDER" || name === "RAW_USER_INFO");
  if (unknown) throw notImplemented(`deleteAttribute: ${unknown}`);
  if (body.oobCode) return applyOobCode(context, body.oobCode, call);

  const verified = body.idToken ? await verifyIdToken(context, body.idToken) : undefined;
  if (verified) assert(body.disableUser === undefined, "OPERATION_NOT_ALLOWED");
  else assert(body.localId, "MISSING_LOCAL_ID");
  const account = verified?.account ?? context.identity.account(body.localId ?? "");
  assert(account, "USER_NOT_FOUND");
  if (verified && !owner && (body.email || body.password || body.deletePasskey))
    assertRecentSignIn(context, verified);
  const changes = accountChangesOf(context, body, { account, verified, owner });
  const link = body.linkProviderUserInfo;
  if (link) assert(link.providerId, "MISSING_PROVIDER_ID");
  if (link) assert(link.rawId, "MISSING_RAW_ID");
  const next = context.identity.update(account, changes, {
    ...(link?.providerId && { upsert: [{ ...link, providerId: link.providerId }] }),
    remove: body.deleteProvider ?? [],
  });
  const session = verified && sessionOf(verified);
  const newEmail = body.email ? toCanonicalEmail(body.email) : undefined;
  if (newEmail !== undefined && session?.provider !== "anonymous")
    mailOldAddress(context, call, account, newEmail);
  const provider = body.password ? "password" : session?.provider;
  const tokens =
    changes.validSince !== undefined &&
    provider !== undefined &&
    (await issueTokens(context, next, { ...session, provider }));
  return { ...createUpdateResponse(next, newEmail), ...tokens };
});
