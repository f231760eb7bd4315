import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert, notImplemented } from "../../http/api-error.ts";
import type { Call } from "../../http/router.ts";
import { removePasskeys } from "../passkeys/account-passkeys.ts";
import { enrollmentsFromRequest } from "../proofs/mfa-enrollments.ts";
import { mailOobCode, requireValidOobCode } from "../proofs/oob.ts";
import { assertStrongPassword, newPasswordFields } from "../proofs/passwords.ts";
import { defineOperation, type RequestBody } from "../requests/requests.ts";
import { secondFactorOf } from "../sign-in/complete-sign-in.ts";
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
  type Verified,
  verifyIdToken,
} from "../tokens/tokens.ts";

type UpdateFields = RequestBody<"update">;

/** Refuses deletions that neither Google's emulator nor these services support. */
function assertDeletableFields({ deleteAttribute = [] }: UpdateFields): void {
  const unknown = deleteAttribute.find((name) => name === "PROVIDER" || name === "RAW_USER_INFO");
  if (unknown) throw notImplemented(`deleteAttribute: ${unknown}`);
}

const NO_PASSWORD: AccountChanges = { passwordHash: undefined, salt: undefined };
const NO_EMAIL: AccountChanges = { email: undefined, emailVerified: undefined, emailLinkSignin: undefined };

/** The fields that a request deletes. A deletion takes precedence over a value for the same field. */
function deletedFields({ deleteAttribute = [], deleteProvider = [] }: UpdateFields): AccountChanges {
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

function administratorFieldsOf(
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
  mailOobCode(context, call, { requestType: "RECOVER_EMAIL", email, newEmail, uid: account.localId });
  return createUpdateResponse(next, newEmail);
}

/** The account to change: the caller's by ID token, or, for the administrator, the named one. */
type Subject = { account: Account; verified?: Verified };

async function findUpdatedAccount(context: ServiceContext, body: UpdateFields): Promise<Subject> {
  if (body.idToken) {
    const verified = await verifyIdToken(context, body.idToken);
    assert(body.disableUser === undefined, "OPERATION_NOT_ALLOWED");
    return { account: verified.account, verified };
  }
  assert(body.localId, "MISSING_LOCAL_ID");
  const account = context.identity.account(body.localId);
  assert(account, "USER_NOT_FOUND");
  return { account };
}

/** Production's rules for users who change their own address. */
function assertMayChangeEmail({ identity }: ServiceContext, account: Account): void {
  assert(
    !identity.settings.enumerationProtection,
    "OPERATION_NOT_ALLOWED : Please verify the new email before changing email.",
  );
  if (account.mfaInfo?.length) throw new ApiError("EMAIL_CHANGE_NEEDS_VERIFICATION");
}

function newAddressFields(
  context: ServiceContext,
  body: UpdateFields,
  subject: Subject,
  owner: boolean,
): AccountChanges {
  const { account, verified } = subject;
  if (!body.email) return {};
  assert(isEmail(body.email), "INVALID_EMAIL");
  const email = toCanonicalEmail(body.email);
  if (email === account.email) return {};
  // As in production, check the project's rule before looking up the address.
  if (!owner) assertMayChangeEmail(context, account);
  assert(!context.identity.accountByEmail(email), "EMAIL_EXISTS");
  const isAnonymous = verified?.claims.firebase.sign_in_provider === "anonymous";
  return {
    email,
    emailVerified: false,
    ...(!isAnonymous && account.email && !account.initialEmail && { initialEmail: account.email }),
  };
}

function accountChangesOf(
  context: ServiceContext,
  body: UpdateFields,
  subject: Subject,
  owner: boolean,
): AccountChanges {
  const address = newAddressFields(context, body, subject, owner);
  if (body.password) assertStrongPassword(context, body.password);
  const invalidates = body.password || body.validSince || address.email;
  const { mfa } = body;
  const { mfaInfo: enrolled } = subject.account;
  return {
    ...address,
    ...(body.password && newPasswordFields(context, body.password)),
    ...(invalidates && { validSince: String(Math.floor(context.clock.now() / 1000)) }),
    ...(mfa && {
      mfaInfo: mfa.enrollments?.length
        ? enrollmentsFromRequest(context, mfa.enrollments, { ...(enrolled && { enrolled }) })
        : undefined,
    }),
    ...(owner && administratorFieldsOf(context, body, subject.account)),
    ...(body.displayName !== undefined && { displayName: body.displayName }),
    ...(body.photoUrl !== undefined && { photoUrl: body.photoUrl }),
    ...deletedFields(body),
    ...(body.deletePasskey && removePasskeys(context, subject.account, body.deletePasskey)),
  };
}

/** Unlike in the emulator, the mail goes to the previous address instead of the account's first address. */
function mailOldAddress(context: ServiceContext, call: Call, before: Account, email: string): void {
  if (!before.email || email === before.email) return;
  mailOobCode(context, call, {
    requestType: "RECOVER_EMAIL",
    email: before.email,
    newEmail: email,
    uid: before.localId,
  });
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
  assertDeletableFields(body);
  if (body.oobCode) return applyOobCode(context, body.oobCode, call);

  const subject = await findUpdatedAccount(context, body);
  const { account, verified } = subject;
  if (verified && !owner && (body.email || body.password || body.deletePasskey))
    assertRecentSignIn(context, verified);
  const changes = accountChangesOf(context, body, subject, owner);
  const link = body.linkProviderUserInfo;
  if (link) assert(link.providerId, "MISSING_PROVIDER_ID");
  if (link) assert(link.rawId, "MISSING_RAW_ID");
  const next = context.identity.update(account, changes, {
    ...(link?.providerId && { upsert: [{ ...link, providerId: link.providerId }] }),
    remove: body.deleteProvider ?? [],
  });
  const newEmail = body.email ? toCanonicalEmail(body.email) : undefined;
  if (newEmail !== undefined && verified?.claims.firebase.sign_in_provider !== "anonymous")
    mailOldAddress(context, call, account, newEmail);
  const provider = body.password ? "password" : verified?.claims.firebase.sign_in_provider;
  const tokens =
    changes.validSince !== undefined &&
    provider !== undefined &&
    (await issueTokens(context, next, {
      provider,
      authTime: verified?.claims.auth_time,
      secondFactor: verified && secondFactorOf(verified),
    }));
  return { ...createUpdateResponse(next, newEmail), ...tokens };
});
