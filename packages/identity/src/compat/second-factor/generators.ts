import { type SecondFactorProof, startTotpEnrollment, type TotpSessionInfo } from "../../api/mfa.ts";
import { withIdToken } from "../../client/session-call.ts";
import { forAccount, ownerOf } from "../auth/user.ts";
import { authError } from "../errors.ts";
import type { PhoneAuthCredential } from "../providers/credentials.ts";
import type { Auth } from "../types.ts";
import type { MultiFactorSession } from "./session.ts";

/** A code, for an enrollment or a sign-in. */
export type MultiFactorAssertion = {
  readonly factorId: string;
  /** What the server checks. Not part of `firebase/auth`. */
  readonly proof: () => SecondFactorProof & { mfaEnrollmentId?: string };
};

// biome-ignore lint/complexity/noStaticOnlyClass: it is a class in `firebase/auth`
export class PhoneMultiFactorGenerator {
  static readonly FACTOR_ID = "phone";

  /** @param credential of `PhoneAuthProvider.credential` */
  static assertion(credential: PhoneAuthCredential): MultiFactorAssertion {
    return { factorId: "phone", proof: () => credential.secondFactor() };
  }
}

/** The secret for an authenticator app, until the first code completes the enrollment. */
export class TotpSecret {
  readonly secretKey: string;
  readonly hashingAlgorithm: string;
  readonly codeLength: number;
  readonly codeIntervalSeconds: number;
  /** Until when the first code must arrive: a date in UTC, as text. */
  readonly enrollmentCompletionDeadline: string;
  readonly #sessionInfo: string;
  readonly #auth: Auth;

  constructor(auth: Auth, info: TotpSessionInfo) {
    this.secretKey = info.sharedSecretKey;
    this.hashingAlgorithm = info.hashingAlgorithm;
    this.codeLength = info.verificationCodeLength;
    this.codeIntervalSeconds = info.periodSec;
    this.enrollmentCompletionDeadline = new Date(info.finalizeEnrollmentTime ?? "").toUTCString();
    this.#sessionInfo = info.sessionInfo;
    this.#auth = auth;
  }

  /**
   * The address behind the QR code.
   * @param accountName default: the user's email address
   * @param issuer default: the app's name
   */
  generateQrCodeUrl(accountName?: string, issuer?: string): string {
    const { currentUser, name } = this.#auth;
    const account = encodeURI(accountName || currentUser?.email || "unknownuser");
    const by = encodeURI(issuer || name);
    return `otpauth://totp/${by}:${account}?secret=${this.secretKey}&issuer=${by}&algorithm=${this.hashingAlgorithm}&digits=${this.codeLength}`;
  }

  /** What the server checks at the enrollment. Not part of `firebase/auth`. */
  proof(verificationCode: string): SecondFactorProof {
    return { totpVerificationInfo: { sessionInfo: this.#sessionInfo, verificationCode } };
  }
}

// biome-ignore lint/complexity/noStaticOnlyClass: it is a class in `firebase/auth`
export class TotpMultiFactorGenerator {
  static readonly FACTOR_ID = "totp";

  static assertionForEnrollment(secret: TotpSecret, oneTimePassword: string): MultiFactorAssertion {
    return { factorId: "totp", proof: () => secret.proof(oneTimePassword) };
  }

  /** @param enrollmentId `uid` of a hint */
  static assertionForSignIn(enrollmentId: string, oneTimePassword: string): MultiFactorAssertion {
    const totpVerificationInfo = { verificationCode: oneTimePassword };
    return { factorId: "totp", proof: () => ({ mfaEnrollmentId: enrollmentId, totpVerificationInfo }) };
  }

  /**
   * @param session of `multiFactor(user).getSession()`
   * @throws AuthError `auth/internal-error` for the session of a sign-in, `auth/unverified-email`,
   * `auth/requires-recent-login`
   */
  static async generateSecret(session: MultiFactorSession): Promise<TotpSecret> {
    if (!("user" in session)) throw authError("internal-error");
    const { auth } = ownerOf(session.user).core;
    const info = await forAccount(session.user, (client) => withIdToken(client, startTotpEnrollment));
    return new TotpSecret(auth, info);
  }
}
