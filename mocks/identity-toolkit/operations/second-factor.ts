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
import { assertRecentSignIn, issueTokens, type Verified, verifyIdToken } from "../tokens/tokens.ts";

type FinalSignIn = RequestBody<"finalizeMfaSignIn">;

const PendingCredential = v.object({
  _AuthEmulatorMfaPendingCredential: v.literal("DO NOT MODIFY"),
  ...fieldsOf(v.string(), "localId", "signInProvider", "projectId"),
  /** Seconds; absent in a credential of the emulator. */
  issuedAt: v.optional(v.number()),
});

const PENDING_LIFETIME_S = 600;

type FirstFactor = { account: Account; signInProvider: string; authTime: number };

function readFirstFactor(context: ServiceContext, credential: string): FirstFactor {
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

const findEnrollment = (account: Account, test: (factor: MfaEnrollment) => boolean): MfaEnrollment => {
  const enrollment = account.mfaInfo?.find(test);
  assert(enrollment, "MFA_ENROLLMENT_NOT_FOUND");
  return enrollment;
};

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
  const { unobfuscatedPhoneInfo } = findEnrollment(
    account,
    (factor) => factor.mfaEnrollmentId === mfaEnrollmentId,
  );
  assert(unobfuscatedPhoneInfo, "INVALID_ARGUMENT : MFA provider not supported!");
  assertHuman(context, "PHONE_PROVIDER", body.phoneSignInInfo);
  return { phoneResponseInfo: { sessionInfo: sendSmsCode(context, unobfuscatedPhoneInfo) } };
});

async function checkTotpSignIn(
  context: ServiceContext,
  account: Account,
  body: FinalSignIn,
): Promise<MfaEnrollment> {
  const { identity, clock } = context;
  const code = body.totpVerificationInfo?.verificationCode;
  assert(code, "MISSING_CODE");
  assert(body.mfaEnrollmentId, "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided.");
  const record = identity.totp.get(body.mfaEnrollmentId);
  const enrollment = findEnrollment(account, (factor) => factor.mfaEnrollmentId === body.mfaEnrollmentId);
  assert(record && record.uid === account.localId, "MFA_ENROLLMENT_NOT_FOUND");
  const step = await findTotpStep(record.secret, code, clock.now(), record.lastStep);
  // Read the last step again, because another request may have used the code meanwhile.
  const lastStep = identity.totp.get(body.mfaEnrollmentId)?.lastStep ?? Number.POSITIVE_INFINITY;
  assert(step !== undefined && step > lastStep, "INVALID_CODE");
  identity.totp.set(body.mfaEnrollmentId, { ...record, lastStep: step });
  return enrollment;
}

/** Checks the code before the credential, in the emulator's order. */
function checkSmsSignIn(context: ServiceContext, body: FinalSignIn): string {
  const info = body.phoneVerificationInfo;
  assert(info, "INVALID_ARGUMENT : MFA provider not supported!");
  return redeemFactorCode(context, info);
}

/**
 * Completes a sign-in with the code of the second factor.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaSignIn/finalize
 */
export const finalizeMfaSignIn = defineOperation("finalizeMfaSignIn", async (context, body) => {
  const { identity, clock } = context;
  assertSecondFactorsEnabled(context);
  assert(body.mfaPendingCredential, "MISSING_CREDENTIAL : Please set MFA Pending Credential.");
  const phoneNumber = body.totpVerificationInfo ? undefined : checkSmsSignIn(context, body);
  const { account, signInProvider, authTime } = readFirstFactor(context, body.mfaPendingCredential);
  const app = phoneNumber === undefined ? await checkTotpSignIn(context, account, body) : undefined;
  const { account: next, extraClaims } = await storeSignInChanges(
    context,
    account,
    {},
    { signInMethod: signInProvider, signInSecondFactor: app ? "totp" : "phone" },
  );
  identity.update(next, { lastLoginAt: String(clock.now()) });
  const enrollment = app ?? findEnrollment(next, (factor) => factor.unobfuscatedPhoneInfo === phoneNumber);
  assert(!next.disabled, "USER_DISABLED");
  const { idToken, refreshToken } = await issueTokens(context, next, {
    provider: signInProvider,
    extraClaims,
    secondFactor: {
      identifier: enrollment.mfaEnrollmentId,
      provider: enrollment.totpInfo ? "totp" : "phone",
    },
    authTime,
  });
  return { idToken, refreshToken };
});

type FinalEnrollment = RequestBody<"finalizeMfaEnrollment">;

const ENROLLMENT_LIFETIME_MS = 600_000;
const MAX_FACTORS = 5;
const PHONE_EXISTS =
  "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account.";
const WITHOUT_SECOND_FACTOR = ["anonymous", "phone", "custom", "gc.apple.com"];

const assertSecondFactorsEnabled = ({ identity }: ServiceContext): void =>
  assert(identity.settings.secondFactors, "OPERATION_NOT_ALLOWED : SMS based MFA not enabled.");

async function verifyEnrollingCaller(
  context: ServiceContext,
  idToken: string | undefined,
): Promise<Verified> {
  assertSecondFactorsEnabled(context);
  assert(idToken, "MISSING_ID_TOKEN");
  const verified = await verifyIdToken(context, idToken);
  assert(
    !WITHOUT_SECOND_FACTOR.includes(verified.claims.firebase.sign_in_provider),
    "UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.",
  );
  return verified;
}

const hasPhoneFactor = ({ account }: Verified, phoneNumber: string): boolean =>
  account.mfaInfo?.some(({ unobfuscatedPhoneInfo }) => unobfuscatedPhoneInfo === phoneNumber) ?? false;

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
    assert(!hasPhoneFactor(caller, phoneNumber), PHONE_EXISTS);
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

type Proven = Pick<MfaEnrollment, "phoneInfo" | "unobfuscatedPhoneInfo" | "totpInfo">;

async function checkTotpEnrollment(
  context: ServiceContext,
  caller: Verified,
  info: NonNullable<FinalEnrollment["totpVerificationInfo"]>,
  mfaEnrollmentId: string,
): Promise<Proven> {
  const { identity, clock } = context;
  assert(info.verificationCode, "MISSING_CODE");
  assert(info.sessionInfo, "MISSING_SESSION_INFO");
  const record = identity.totpEnrollments.get(info.sessionInfo);
  assert(record && record.uid === caller.account.localId, "INVALID_SESSION_INFO");
  assert(record.expiresAt > clock.now(), "SESSION_EXPIRED");
  const { uid, secret } = record;
  const step = await findTotpStep(secret, info.verificationCode, clock.now(), 0);
  assert(step !== undefined, "INVALID_CODE");
  identity.totpEnrollments.delete(info.sessionInfo);
  identity.totp.set(mfaEnrollmentId, { uid, secret, lastStep: step });
  return { totpInfo: {} };
}

async function checkPhoneEnrollment(
  context: ServiceContext,
  caller: Verified,
  info: FinalEnrollment["phoneVerificationInfo"],
): Promise<Proven> {
  assert(info, "INVALID_ARGUMENT : ((Missing phoneVerificationInfo.))");
  const phoneNumber = redeemFactorCode(context, info);
  assert(!hasPhoneFactor(caller, phoneNumber), PHONE_EXISTS);
  return { phoneInfo: phoneNumber, unobfuscatedPhoneInfo: phoneNumber };
}

/**
 * Enrolls the factor of the given code, and returns tokens that include it. Sends a mail with a link that
 * removes the factor.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment/finalize
 */
export const finalizeMfaEnrollment = defineOperation("finalizeMfaEnrollment", async (context, body, call) => {
  const { identity, clock, random } = context;
  const caller = await verifyEnrollingCaller(context, body.idToken);
  const { account, claims } = caller;
  const enrolled = account.mfaInfo ?? [];
  assert(enrolled.length < MAX_FACTORS, "SECOND_FACTOR_LIMIT_EXCEEDED");
  const mfaEnrollmentId = random.id(28);
  const proven = body.totpVerificationInfo
    ? await checkTotpEnrollment(context, caller, body.totpVerificationInfo, mfaEnrollmentId)
    : await checkPhoneEnrollment(context, caller, body.phoneVerificationInfo);
  const enrollment: MfaEnrollment = {
    mfaEnrollmentId,
    enrolledAt: new Date(clock.now()).toISOString(),
    ...(body.displayName !== undefined && { displayName: body.displayName }),
    ...proven,
  };
  const next = identity.update(account, { mfaInfo: [...enrolled, enrollment] });
  if (next.email)
    mailOobCode(context, call, {
      requestType: "REVERT_SECOND_FACTOR_ADDITION",
      email: next.email,
      uid: next.localId,
      mfaEnrollmentId,
    });
  const { idToken, refreshToken } = await issueTokens(context, next, {
    provider: claims.firebase.sign_in_provider,
    secondFactor: { identifier: mfaEnrollmentId, provider: proven.totpInfo ? "totp" : "phone" },
    authTime: claims.auth_time,
  });
  return { idToken, refreshToken, ...(proven.totpInfo && { totpAuthInfo: {} }) };
});

/**
 * Removes a second factor.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment/withdraw
 */
export const withdrawMfaEnrollment = defineOperation(
  "withdrawMfaEnrollment",
  async (context, { idToken, mfaEnrollmentId }) => {
    const { identity } = context;
    assert(idToken, "MISSING_ID_TOKEN");
    const { account, claims } = await verifyIdToken(context, idToken);
    const enrolled = account.mfaInfo ?? [];
    assert(
      mfaEnrollmentId && enrolled.some((factor) => factor.mfaEnrollmentId === mfaEnrollmentId),
      "MFA_ENROLLMENT_NOT_FOUND",
    );
    identity.totp.delete(mfaEnrollmentId);
    const next = identity.update(account, {
      mfaInfo: enrolled.filter((factor) => factor.mfaEnrollmentId !== mfaEnrollmentId),
    });
    return issueTokens(context, next, {
      provider: claims.firebase.sign_in_provider,
      authTime: claims.auth_time,
    });
  },
);
