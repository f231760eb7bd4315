import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import { decodeBase64Json, fieldsOf } from "../../http/wire.ts";
import { mailOobCode } from "../proofs/oob.ts";
import { assertHuman } from "../proofs/recaptcha.ts";
import { redeemFactorCode, sendSmsCode } from "../proofs/sms.ts";
import { findTotpStep, newTotpSecret, TOTP_PARAMETERS } from "../proofs/totp.ts";
import { defineOperation, type RequestBody } from "../requests/requests.ts";
import { storeSignInChanges } from "../sign-in/complete-sign-in.ts";
import { type Account, isPhoneNumber, type MfaEnrollment } from "../state/account.ts";
import {
  assertRecentSignIn,
  issueTokens,
  sessionOf,
  type Verified,
  verifyIdToken,
} from "../tokens/tokens.ts";

const PendingCredential = v.object({
  _AuthEmulatorMfaPendingCredential: v.literal("DO NOT MODIFY"),
  ...fieldsOf(v.string(), "localId", "signInProvider", "projectId"),
  /** Seconds; absent in a credential of the emulator. */
  issuedAt: v.optional(v.number()),
});

const PENDING_LIFETIME_S = 600;
const UNSUPPORTED = "INVALID_ARGUMENT : MFA provider not supported!";

function readFirstFactor(context: ServiceContext, credential: string) {
  const parsed = v.safeParse(PendingCredential, decodeBase64Json(credential));
  assert(parsed.success, "((Invalid phoneVerificationInfo.mfaPendingCredential.))");
  const { localId, projectId, signInProvider, issuedAt } = parsed.output;
  assert(
    projectId === context.projectId,
    "INVALID_PROJECT_ID : Project ID does not match MFA pending credential.",
  );
  const now = Math.floor(context.clock.now() / 1000);
  assert(now - (issuedAt ?? now) < PENDING_LIFETIME_S, "INVALID_MFA_PENDING_CREDENTIAL");
  const account = context.identity.account(localId);
  assert(account, "((User in pendingCredentialPayload does not exist.))");
  return { account, signInProvider, authTime: now };
}

function findEnrollment(
  { mfaInfo }: Account,
  field: "mfaEnrollmentId" | "unobfuscatedPhoneInfo",
  value: string | undefined,
): MfaEnrollment {
  const enrollment = mfaInfo?.find((factor) => factor[field] === value);
  assert(enrollment, "MFA_ENROLLMENT_NOT_FOUND");
  return enrollment;
}

/**
 * Sends the SMS code of a sign-in's second step. An authenticator app needs no such call.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaSignIn/start
 */
export const startMfaSignIn = defineOperation("startMfaSignIn", (context, body) => {
  const { mfaPendingCredential, mfaEnrollmentId } = body;
  assertSecondFactorsEnabled(context);
  assert(
    mfaPendingCredential,
    "MISSING_MFA_PENDING_CREDENTIAL : Request does not have MFA pending credential.",
  );
  assert(mfaEnrollmentId, "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided.");
  const { account } = readFirstFactor(context, mfaPendingCredential);
  const { unobfuscatedPhoneInfo } = findEnrollment(account, "mfaEnrollmentId", mfaEnrollmentId);
  assert(unobfuscatedPhoneInfo, UNSUPPORTED);
  assertHuman(context, "PHONE_PROVIDER", body.phoneSignInInfo);
  return { phoneResponseInfo: { sessionInfo: sendSmsCode(context, unobfuscatedPhoneInfo) } };
});

/** Spends a code of an authenticator app, and returns its factor. */
function redeemAppCode(
  { identity, clock }: ServiceContext,
  account: Account,
  { totpVerificationInfo, mfaEnrollmentId: id }: RequestBody<"finalizeMfaSignIn">,
): MfaEnrollment {
  const code = totpVerificationInfo?.verificationCode;
  assert(code, "MISSING_CODE");
  assert(id, "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided.");
  const app = identity.totp.get(id);
  const enrollment = findEnrollment(account, "mfaEnrollmentId", id);
  assert(app && app.uid === account.localId, "MFA_ENROLLMENT_NOT_FOUND");
  const step = findTotpStep(app.secret, code, clock.now(), app.lastStep);
  assert(step !== undefined, "INVALID_CODE");
  app.lastStep = step;
  return enrollment;
}

/**
 * Completes a sign-in with the code of the second factor.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaSignIn/finalize
 */
export const finalizeMfaSignIn = defineOperation("finalizeMfaSignIn", async (context, body) => {
  const { identity, clock } = context;
  assertSecondFactorsEnabled(context);
  assert(body.mfaPendingCredential, "MISSING_CREDENTIAL : Please set MFA Pending Credential.");
  // The code of an SMS is checked before the credential, in the emulator's order.
  const phoneNumber = body.totpVerificationInfo
    ? undefined
    : redeemFactorCode(context, body.phoneVerificationInfo, UNSUPPORTED);
  const { account, signInProvider, authTime } = readFirstFactor(context, body.mfaPendingCredential);
  const app = phoneNumber === undefined ? redeemAppCode(context, account, body) : undefined;
  const signInSecondFactor = app ? "totp" : "phone";
  const { account: next, extraClaims } = await storeSignInChanges(
    context,
    account,
    {},
    { signInMethod: signInProvider, signInSecondFactor },
  );
  identity.update(next, { lastLoginAt: String(clock.now()) });
  const { mfaEnrollmentId } = app ?? findEnrollment(next, "unobfuscatedPhoneInfo", phoneNumber);
  assert(!next.disabled, "USER_DISABLED");
  const { idToken, refreshToken } = await issueTokens(context, next, {
    provider: signInProvider,
    extraClaims,
    secondFactor: { identifier: mfaEnrollmentId, provider: signInSecondFactor },
    authTime,
  });
  return { idToken, refreshToken };
});

const ENROLLMENT_LIFETIME_MS = 600_000;
const MAX_FACTORS = 5;
const WITHOUT_SECOND_FACTOR = ["anonymous", "phone", "custom", "gc.apple.com"];

const assertSecondFactorsEnabled = ({ identity }: ServiceContext): void =>
  assert(identity.settings.secondFactors, "OPERATION_NOT_ALLOWED : SMS based MFA not enabled.");

async function verifyEnrollingCaller(context: ServiceContext, idToken: string | undefined) {
  assertSecondFactorsEnabled(context);
  assert(idToken, "MISSING_ID_TOKEN");
  const verified = await verifyIdToken(context, idToken);
  assert(
    !WITHOUT_SECOND_FACTOR.includes(verified.claims.firebase.sign_in_provider),
    "UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.",
  );
  return verified;
}

const assertNewPhone = ({ account }: Verified, phoneNumber: string): void =>
  assert(
    !account.mfaInfo?.some(({ unobfuscatedPhoneInfo }) => unobfuscatedPhoneInfo === phoneNumber),
    "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account.",
  );

/**
 * Begins the enrollment of a second factor: sends an SMS code, or makes the secret of an authenticator app.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment/start
 */
export const startMfaEnrollment = defineOperation("startMfaEnrollment", async (context, body) => {
  const { identity, clock, random } = context;
  const caller = await verifyEnrollingCaller(context, body.idToken);
  assert(
    caller.account.emailVerified,
    "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.",
  );
  if (body.phoneEnrollmentInfo) {
    const { phoneNumber } = body.phoneEnrollmentInfo;
    assert(phoneNumber && isPhoneNumber(phoneNumber), "INVALID_PHONE_NUMBER : Invalid format.");
    assertNewPhone(caller, phoneNumber);
    assertRecentSignIn(context, caller);
    assertHuman(context, "PHONE_PROVIDER", body.phoneEnrollmentInfo);
    return { phoneSessionInfo: { sessionInfo: sendSmsCode(context, phoneNumber) } };
  }
  assert(body.totpEnrollmentInfo, "INVALID_ARGUMENT : ((Missing phoneEnrollmentInfo.))");
  assertRecentSignIn(context, caller);
  const sessionInfo = random.code(226);
  const secret = newTotpSecret(context);
  const expiresAt = clock.now() + ENROLLMENT_LIFETIME_MS;
  identity.totpEnrollments.set(sessionInfo, { uid: caller.account.localId, secret, expiresAt });
  return {
    totpSessionInfo: {
      sharedSecretKey: secret,
      ...TOTP_PARAMETERS,
      sessionInfo,
      finalizeEnrollmentTime: new Date(expiresAt).toISOString(),
    },
  };
});

/** Spends the first code of an authenticator app, and stores its secret. */
function redeemEnrollmentCode(
  { identity, clock }: ServiceContext,
  { account }: Verified,
  info: NonNullable<RequestBody<"finalizeMfaEnrollment">["totpVerificationInfo"]>,
  mfaEnrollmentId: string,
): void {
  assert(info.verificationCode, "MISSING_CODE");
  assert(info.sessionInfo, "MISSING_SESSION_INFO");
  const begun = identity.totpEnrollments.get(info.sessionInfo);
  assert(begun && begun.uid === account.localId, "INVALID_SESSION_INFO");
  assert(begun.expiresAt > clock.now(), "SESSION_EXPIRED");
  const lastStep = findTotpStep(begun.secret, info.verificationCode, clock.now(), 0);
  assert(lastStep !== undefined, "INVALID_CODE");
  identity.totpEnrollments.delete(info.sessionInfo);
  identity.totp.set(mfaEnrollmentId, { uid: begun.uid, secret: begun.secret, lastStep });
}

/**
 * Enrolls the factor of the given code, and returns tokens that include it. Sends a mail with a link that
 * removes the factor.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment/finalize
 */
export const finalizeMfaEnrollment = defineOperation("finalizeMfaEnrollment", async (context, body, call) => {
  const { identity, clock, random } = context;
  const caller = await verifyEnrollingCaller(context, body.idToken);
  const enrolled = caller.account.mfaInfo ?? [];
  assert(enrolled.length < MAX_FACTORS, "SECOND_FACTOR_LIMIT_EXCEEDED");
  const mfaEnrollmentId = random.id(28);
  const { displayName, totpVerificationInfo: app } = body;
  if (app) redeemEnrollmentCode(context, caller, app, mfaEnrollmentId);
  const phoneInfo = app
    ? undefined
    : redeemFactorCode(
        context,
        body.phoneVerificationInfo,
        "INVALID_ARGUMENT : ((Missing phoneVerificationInfo.))",
      );
  if (phoneInfo !== undefined) assertNewPhone(caller, phoneInfo);
  const enrollment: MfaEnrollment = {
    mfaEnrollmentId,
    enrolledAt: new Date(clock.now()).toISOString(),
    displayName,
    ...(app ? { totpInfo: {} } : { phoneInfo, unobfuscatedPhoneInfo: phoneInfo }),
  };
  const next = identity.update(caller.account, { mfaInfo: [...enrolled, enrollment] });
  if (next.email)
    mailOobCode(context, call, {
      requestType: "REVERT_SECOND_FACTOR_ADDITION",
      email: next.email,
      uid: next.localId,
      mfaEnrollmentId,
    });
  const { idToken, refreshToken } = await issueTokens(context, next, {
    ...sessionOf(caller),
    secondFactor: { identifier: mfaEnrollmentId, provider: app ? "totp" : "phone" },
  });
  return { idToken, refreshToken, ...(app && { totpAuthInfo: {} }) };
});

/**
 * Removes a second factor.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment/withdraw
 */
export const withdrawMfaEnrollment = defineOperation("withdrawMfaEnrollment", async (context, body) => {
  const { identity } = context;
  assert(body.idToken, "MISSING_ID_TOKEN");
  const caller = await verifyIdToken(context, body.idToken);
  const withdrawn = findEnrollment(caller.account, "mfaEnrollmentId", body.mfaEnrollmentId);
  identity.totp.delete(withdrawn.mfaEnrollmentId);
  const next = identity.update(caller.account, {
    mfaInfo: caller.account.mfaInfo?.filter((factor) => factor !== withdrawn),
  });
  return issueTokens(context, next, { ...sessionOf(caller), secondFactor: undefined });
});
