import {
  finalizeEnrollment,
  startPhoneEnrollment as requestPhoneEnrollment,
  startTotpEnrollment as requestTotpEnrollment,
  type TotpSessionInfo,
  withdrawEnrollment,
} from "../api/mfa-enrollment.ts";
import { forUser, type IdentityClient, partsOf } from "../client-parts.ts";
import type { User } from "../user.ts";
import type { HumanVerifier } from "./phone.ts";
import { reload } from "./reload.ts";
import { replaceTokens } from "./renew.ts";
import { withIdToken } from "./session-call.ts";

/** What an authenticator app is to hold, until the first code proves that it does. */
export type TotpSecret = {
  secretKey: string;
  codeLength: number;
  periodS: number;
  hashingAlgorithm: string;
  /** The address behind the QR code. */
  uriFor(issuer: string, account: string): string;
  /** Completes the enrolment with the first code. */
  enroll(code: string, displayName?: string): Promise<User>;
};

/** Begins the enrolment of an authenticator app. */
export async function startTotpEnrollment(client: IdentityClient): Promise<TotpSecret> {
  const { http } = partsOf(client);
  let own = client;
  const info = await withIdToken(client, (idToken, { user }) => {
    own = forUser(client, user.uid);
    return requestTotpEnrollment(http, idToken);
  });
  return {
    secretKey: info.sharedSecretKey,
    codeLength: info.verificationCodeLength,
    periodS: info.periodSec,
    hashingAlgorithm: info.hashingAlgorithm,
    uriFor: (issuer, account) => totpUri(info, issuer, account),
    enroll: (verificationCode, displayName) =>
      enroll(own, { totpVerificationInfo: { sessionInfo: info.sessionInfo, verificationCode } }, displayName),
  };
}

/** Names are encoded and the period is said: without either, some apps show codes that never match. */
function totpUri(info: TotpSessionInfo, issuer: string, account: string): string {
  const query = [
    `secret=${info.sharedSecretKey}`,
    `issuer=${encodeURIComponent(issuer)}`,
    `algorithm=${info.hashingAlgorithm.replace("-", "")}`,
    `digits=${info.verificationCodeLength}`,
    `period=${info.periodSec}`,
  ];
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.join("&")}`;
}

/** Sends a code to a phone that is to become a second factor; `enroll` completes it. */
export async function startPhoneEnrollment(
  client: IdentityClient,
  phoneNumber: string,
  verifier: HumanVerifier,
): Promise<{ enroll(code: string, displayName?: string): Promise<User> }> {
  const { http } = partsOf(client);
  const recaptchaToken = await verifier.verify();
  let own = client;
  const sessionInfo = await withIdToken(client, (idToken, { user }) => {
    own = forUser(client, user.uid);
    return requestPhoneEnrollment(http, { idToken, phoneNumber, recaptchaToken });
  });
  return {
    enroll: (code, displayName) => enroll(own, { phoneVerificationInfo: { sessionInfo, code } }, displayName),
  };
}

const enroll = (
  client: IdentityClient,
  proof:
    | { phoneVerificationInfo: { sessionInfo: string; code: string } }
    | { totpVerificationInfo: { sessionInfo: string; verificationCode: string } },
  displayName?: string,
): Promise<User> =>
  replaceTokens(
    client,
    withIdToken(client, (idToken) =>
      finalizeEnrollment(partsOf(client).http, {
        idToken,
        ...proof,
        ...(displayName ? { displayName } : {}),
      }),
    ),
  );

/** Takes a second factor away. */
export async function unenroll(client: IdentityClient, factorUid: string): Promise<User> {
  const { http } = partsOf(client);
  const tokens = await withIdToken(client, (idToken) =>
    withdrawEnrollment(http, { idToken, mfaEnrollmentId: factorUid }),
  );
  return tokens ? replaceTokens(client, Promise.resolve(tokens)) : reload(client);
}
