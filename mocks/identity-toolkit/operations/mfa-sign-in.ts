import * as v from "valibot";
import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import { defineOperation } from "../../http/router.ts";
import { decodeBase64Json, fieldsOf, recordSchema, text } from "../../http/wire.ts";
import { assertHuman } from "../proofs/recaptcha.ts";
import { PhoneVerification, redeemFactorCode, sendSmsCode } from "../proofs/sms.ts";
import { findTotpStep } from "../proofs/totp.ts";
import { storeSignInChanges } from "../sign-in/complete-sign-in.ts";
import type { Account, MfaEnrollment } from "../state/account.ts";
import { issueTokens } from "../tokens/tokens.ts";
import { assertSecondFactorsEnabled } from "./mfa-enrollment.ts";
import { deviceFields } from "./unused-fields.ts";

const StartMfaSignInBody = recordSchema({
  ...fieldsOf(text, "mfaPendingCredential", "mfaEnrollmentId"),
  phoneSignInInfo: recordSchema({ ...deviceFields, phoneNumber: text }),
});
const FinalizeMfaSignInBody = recordSchema({
  ...fieldsOf(text, "mfaPendingCredential", "mfaEnrollmentId"),
  phoneVerificationInfo: PhoneVerification,
  totpVerificationInfo: recordSchema({ verificationCode: text }),
});
type FinalizeBody = v.InferOutput<typeof FinalizeMfaSignInBody>;

const PendingCredential = v.object({
  _AuthEmulatorMfaPendingCredential: v.literal("DO NOT MODIFY"),
  ...fieldsOf(v.string(), "localId", "signInProvider", "projectId"),
  /** Seconds; absent in a credential of the emulator. */
  issuedAt: v.optional(v.number()),
});

const PENDING_LIFETIME_S = 600;

type FirstFactor = { account: Account; signInProvider: string; authTime: number };

/** The account and the first factor, from the pending credential. */
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
export const startMfaSignIn = defineOperation(StartMfaSignInBody, (context, body) => {
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
  body: FinalizeBody,
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
function checkSmsSignIn(context: ServiceContext, body: FinalizeBody): string {
  const info = body.phoneVerificationInfo;
  assert(info, "INVALID_ARGUMENT : MFA provider not supported!");
  return redeemFactorCode(context, info);
}

/**
 * Completes a sign-in with the code of the second factor.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaSignIn/finalize
 */
export const finalizeMfaSignIn = defineOperation(FinalizeMfaSignInBody, async (context, body) => {
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
