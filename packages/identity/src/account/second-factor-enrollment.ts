import {
  postMfaRequest,
  type SecondFactorProof,
  SessionInfo,
  toHumanProof,
  toPhoneProof,
} from "../api/mfa.ts";
import type { IdentityClient } from "../client/client-parts.ts";
import { forCurrentUser, renewSession, withIdToken } from "../client/session-call.ts";
import { parseWire } from "../http/http.ts";
import { Numeric, Text } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { HumanVerifier } from "../sign-in/phone.ts";
import type { User } from "../user.ts";

const PhoneStart = v.object({ phoneSessionInfo: SessionInfo });
const TotpStart = v.object({
  totpSessionInfo: v.object({
    sharedSecretKey: Text,
    verificationCodeLength: Numeric,
    hashingAlgorithm: Text,
    periodSec: Numeric,
    sessionInfo: Text,
  }),
});

const requestStart = (own: IdentityClient, body: object): Promise<object> =>
  withIdToken(own, (http) => postMfaRequest(http, "Enrollment:start", body));

/** The secret for an authenticator app, until the first code completes the enrollment. */
export type TotpSecret = {
  secretKey: string;
  codeLength: number;
  periodS: number;
  hashingAlgorithm: string;
  /** The address behind the QR code. */
  uriFor(issuer: string, account: string): string;
  /** Completes the enrollment with the first code. */
  enroll(code: string, displayName?: string): Promise<User>;
};

/**
 * Requests the secret for an authenticator app. The app becomes a factor when a code of it has been checked.
 * @throws IdentityError `unverified-email`, `requires-recent-login`; an account's codes. `enroll` rejects with
 * `invalid-verification-code`
 */
export async function startTotpEnrollment(client: IdentityClient): Promise<TotpSecret> {
  const own = await forCurrentUser(client);
  const info = parseWire(TotpStart, await requestStart(own, { totpEnrollmentInfo: {} })).totpSessionInfo;
  const { sessionInfo } = info;
  return {
    secretKey: info.sharedSecretKey,
    codeLength: info.verificationCodeLength,
    periodS: info.periodSec,
    hashingAlgorithm: info.hashingAlgorithm,
    uriFor: (issuer, account) => createTotpUri(info, encodeURIComponent(issuer), encodeURIComponent(account)),
    enroll: (verificationCode, displayName) =>
      enrollFactor(own, { totpVerificationInfo: { sessionInfo, verificationCode } }, displayName),
  };
}

type TotpInfo = v.InferOutput<typeof TotpStart>["totpSessionInfo"];
/** Names are encoded and the period is explicit. Otherwise, some apps show codes that never match. */
const createTotpUri = (info: TotpInfo, issuer: string, account: string): string =>
  `otpauth://totp/${issuer}:${account}?secret=${info.sharedSecretKey}&issuer=${issuer}` +
  `&algorithm=${info.hashingAlgorithm.replace("-", "")}` +
  `&digits=${info.verificationCodeLength}&period=${info.periodSec}`;

/**
 * Sends a code to the phone being enrolled; `enroll` completes the enrollment.
 * @param phoneNumber in E.164 format: "+15550100"
 * @throws IdentityError `unverified-email`, `requires-recent-login`, `invalid-phone-number`, `captcha-check-failed`;
 * an account's codes. `enroll` rejects with `invalid-verification-code`, `code-expired`,
 * `second-factor-already-in-use`
 */
export async function startPhoneEnrollment(
  client: IdentityClient,
  phoneNumber: string,
  verifier: HumanVerifier,
): Promise<{ enroll(code: string, displayName?: string): Promise<User> }> {
  const own = await forCurrentUser(client);
  const phoneEnrollmentInfo = { phoneNumber, ...toHumanProof(await verifier.verify()) };
  const answer = await requestStart(own, { phoneEnrollmentInfo });
  const { sessionInfo } = parseWire(PhoneStart, answer).phoneSessionInfo;
  return { enroll: (code, displayName) => enrollFactor(own, toPhoneProof(sessionInfo, code), displayName) };
}

const enrollFactor = (own: IdentityClient, proof: SecondFactorProof, displayName?: string): Promise<User> =>
  renewSession(own, (http) => postMfaRequest(http, "Enrollment:finalize", { ...proof, displayName }));

/**
 * Removes a second factor.
 * @param factorUid `uid` of one of the user's `enrolledFactors`
 * @throws IdentityError `multi-factor-info-not-found`, `requires-recent-login`; an account's codes
 */
export const unenroll = (client: IdentityClient, factorUid: string): Promise<User> =>
  renewSession(client, (http) => postMfaRequest(http, "Enrollment:withdraw", { mfaEnrollmentId: factorUid }));
