import { MfaEnrollment } from "../api/account.ts";
import {
  postMfaRequest,
  type SecondFactorProof,
  SessionInfo,
  toHumanProof,
  toPhoneProof,
} from "../api/mfa.ts";
import { recoveries } from "../api/token-response.ts";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { startSession } from "../client/session-call.ts";
import { type IdentityError, requireArgument } from "../errors/identity-error.ts";
import { type Http, parseWire } from "../http/http.ts";
import { Text } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { EnrolledFactor, User } from "../user.ts";
import type { HumanVerifier } from "./phone.ts";

/** The demand for a second factor: a credential for this sign-in, and the enrolled factors. */
const Demand = v.object({ mfaPendingCredential: Text, mfaInfo: v.array(MfaEnrollment) });
const PhoneStart = v.object({ phoneResponseInfo: SessionInfo });

export type MultiFactorResolver = {
  /** The enrolled factors to choose from. */
  hints: readonly EnrolledFactor[];
  /** Sends a code to an enrolled phone; resolves to the verification ID that `resolveWithPhone` needs with the code. */
  sendCode(hint: EnrolledFactor, verifier: HumanVerifier): Promise<string>;
  resolveWithPhone(verificationId: string, code: string): Promise<User>;
  /** Takes the code of an authenticator app; there is nothing to send first. */
  resolveWithTotp(hint: EnrolledFactor, code: string): Promise<User>;
};

/**
 * Continues after `multi-factor-auth-required` from any first factor. A sign-in becomes a session; a
 * re-authentication renews the current one.
 * @throws IdentityError `argument-error` for another error than `multi-factor-auth-required`. Its methods reject
 * with `invalid-verification-code`, `code-expired`, `invalid-multi-factor-session`, `invalid-phone-number`,
 * `captcha-check-failed`, a request's codes
 */
export function getMultiFactorResolver(client: IdentityClient, error: IdentityError): MultiFactorResolver {
  const { demand, complete } = recoveries.get(error) ?? {};
  requireArgument(demand, "error");
  const { http } = partsOf(client);
  const { mfaPendingCredential, mfaInfo: hints } = parseWire(Demand, demand);
  const resolveWithProof = async (proof: SecondFactorProof & { mfaEnrollmentId?: string }): Promise<User> => {
    const requestSignIn = (http: Http) =>
      postMfaRequest(http, "SignIn:finalize", { mfaPendingCredential, ...proof });
    return complete ? complete(requestSignIn) : startSession(client, requestSignIn);
  };
  return {
    hints,
    sendCode: async (hint, verifier) => {
      const answer = await postMfaRequest(http, "SignIn:start", {
        mfaPendingCredential,
        mfaEnrollmentId: hint.uid,
        phoneSignInInfo: toHumanProof(await verifier.verify()),
      });
      return parseWire(PhoneStart, answer).phoneResponseInfo.sessionInfo;
    },
    resolveWithPhone: (verificationId, code) => resolveWithProof(toPhoneProof(verificationId, code)),
    resolveWithTotp: (hint, verificationCode) =>
      resolveWithProof({ mfaEnrollmentId: hint.uid, totpVerificationInfo: { verificationCode } }),
  };
}
