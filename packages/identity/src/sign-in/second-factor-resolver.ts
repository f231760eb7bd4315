import {
  finalizeMfaSignIn,
  parseDemand,
  type SecondFactorProof,
  startMfaSignIn,
  toPhoneProof,
} from "../api/mfa.ts";
import { recoveries } from "../api/token-response.ts";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { startSession } from "../client/session-call.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { Http } from "../http/http.ts";
import type { EnrolledFactor, User } from "../user.ts";
import type { HumanVerifier } from "./phone.ts";

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
  if (!demand) throw new IdentityError("argument-error", { detail: "error" });
  const { http } = partsOf(client);
  const { mfaPendingCredential, mfaInfo: hints } = parseDemand(demand);
  const resolveWithProof = async (proof: SecondFactorProof & { mfaEnrollmentId?: string }): Promise<User> => {
    const requestSignIn = (http: Http) => finalizeMfaSignIn(http, { mfaPendingCredential, ...proof });
    return complete ? complete(requestSignIn) : startSession(client, requestSignIn);
  };
  return {
    hints,
    sendCode: async (hint, verifier) =>
      startMfaSignIn(http, mfaPendingCredential, hint.uid, await verifier.verify()),
    resolveWithPhone: (verificationId, code) => resolveWithProof(toPhoneProof(verificationId, code)),
    resolveWithTotp: (hint, verificationCode) =>
      resolveWithProof({ mfaEnrollmentId: hint.uid, totpVerificationInfo: { verificationCode } }),
  };
}
