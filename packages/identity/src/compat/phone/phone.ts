import { startMfaSignIn, startPhoneEnrollment } from "../../api/mfa.ts";
import { partsOf } from "../../client/client-parts.ts";
import { withIdToken } from "../../client/session-call.ts";
import { addCredential } from "../../sign-in/credential.ts";
import { sendPhoneCode } from "../../sign-in/phone.ts";
import { authCoreOf } from "../auth/auth.ts";
import { runSessionChange } from "../auth/operation.ts";
import { forAccount, ownerOf } from "../auth/user.ts";
import { authError } from "../errors.ts";
import { PhoneAuthCredential } from "../providers/credentials.ts";
import type { MultiFactorInfo } from "../second-factor/info.ts";
import type { MultiFactorSession } from "../second-factor/session.ts";
import {
  linkWithCredential,
  reauthenticateWithCredential,
  signInWithCredential,
} from "../sign-in/credential.ts";
import { textMembersOf, tokenResponseOf } from "../token-response.ts";
import type { Auth, User, UserCredential } from "../types.ts";
import type { ApplicationVerifier } from "./recaptcha-verifier.ts";

/** A number to sign in with or to enroll, or an enrolled one to sign in with as the second factor. */
export type PhoneInfoOptions =
  | { phoneNumber: string; session?: MultiFactorSession }
  | { session: MultiFactorSession; multiFactorHint?: MultiFactorInfo; multiFactorUid?: string };

type Verifier = ApplicationVerifier & { _reset?(): unknown };

/** @throws AuthError `auth/argument-error` without a verifier of reCAPTCHA */
async function verifierTokenOf(verifier: Verifier | undefined): Promise<string> {
  const token: unknown = verifier?.type === "recaptcha" && (await verifier.verify());
  if (typeof token !== "string") throw authError("argument-error");
  return token;
}

/** Sends a code; resolves to the verification ID. */
async function sendCode(
  auth: Auth,
  options: PhoneInfoOptions | string,
  verifier?: Verifier,
): Promise<string> {
  const { client, run } = authCoreOf(auth);
  const { http } = partsOf(client);
  const info = typeof options === "string" ? { phoneNumber: options } : options;
  const { session } = info;
  const verify = { verify: () => verifierTokenOf(verifier) };
  try {
    if (!session)
      return await run(() => sendPhoneCode(client, (info as { phoneNumber: string }).phoneNumber, verify));
    if ("phoneNumber" in info) {
      if (!("user" in session)) throw authError("internal-error");
      const token = await verify.verify();
      return await forAccount(session.user, (own) =>
        withIdToken(own, (inner, idToken) => startPhoneEnrollment(inner, idToken, info.phoneNumber, token)),
      );
    }
    if ("user" in session) throw authError("internal-error");
    const uid = info.multiFactorHint?.uid ?? info.multiFactorUid;
    if (!uid) throw authError("missing-multi-factor-info");
    const token = await verify.verify();
    return await run(() => startMfaSignIn(http, session.pendingCredential(), uid, token));
  } finally {
    verifier?._reset?.();
  }
}

function phoneCredentialFrom(holder: object): PhoneAuthCredential | null {
  const { phoneNumber, temporaryProof } = textMembersOf(tokenResponseOf(holder));
  return phoneNumber && temporaryProof ? new PhoneAuthCredential({ phoneNumber, temporaryProof }) : null;
}

export class PhoneAuthProvider {
  static readonly PROVIDER_ID = "phone";
  static readonly PHONE_SIGN_IN_METHOD = "phone";
  readonly providerId = "phone";
  readonly #auth: Auth;

  constructor(auth: Auth) {
    this.#auth = auth;
  }

  /**
   * Sends a code; resolves to the verification ID that `credential` needs with the code.
   * @param options a number in E.164 format ("+15550100"), or a second factor
   * @throws AuthError `auth/invalid-phone-number`, `auth/captcha-check-failed`, `auth/missing-multi-factor-info`
   */
  verifyPhoneNumber(options: PhoneInfoOptions | string, verifier?: ApplicationVerifier): Promise<string> {
    return sendCode(this.#auth, options, verifier);
  }

  static credential(verificationId: string, verificationCode: string): PhoneAuthCredential {
    return new PhoneAuthCredential({ verificationId, verificationCode });
  }

  static credentialFromResult(result: object): PhoneAuthCredential | null {
    return phoneCredentialFrom(result);
  }

  /** The credential of a number that belongs to another account. */
  static credentialFromError(error: object): PhoneAuthCredential | null {
    return phoneCredentialFrom(error);
  }
}

export type ConfirmationResult = {
  readonly verificationId: string;
  confirm(verificationCode: string): Promise<UserCredential>;
};

async function startConfirmation(
  auth: Auth,
  phone: { phoneNumber: string; verifier: ApplicationVerifier | undefined },
  use: (credential: PhoneAuthCredential) => Promise<UserCredential>,
): Promise<ConfirmationResult> {
  const verificationId = await sendCode(auth, phone.phoneNumber, phone.verifier);
  return { verificationId, confirm: (code) => use(PhoneAuthProvider.credential(verificationId, code)) };
}

/**
 * Sends a code by text message; `confirm` signs in with it.
 * @param phoneNumber in E.164 format: "+15550100"
 * @throws AuthError `auth/invalid-phone-number`, `auth/captcha-check-failed`
 */
export async function signInWithPhoneNumber(
  auth: Auth,
  phoneNumber: string,
  verifier?: ApplicationVerifier,
): Promise<ConfirmationResult> {
  authCoreOf(auth).requireNoServer();
  return startConfirmation(auth, { phoneNumber, verifier }, (credential) =>
    signInWithCredential(auth, credential),
  );
}

/**
 * @param phoneNumber in E.164 format: "+15550100"
 * @throws AuthError `auth/provider-already-linked`; those of `signInWithPhoneNumber`
 */
export async function linkWithPhoneNumber(
  user: User,
  phoneNumber: string,
  verifier?: ApplicationVerifier,
): Promise<ConfirmationResult> {
  await user.reload();
  const isLinked = user.providerData.some(({ providerId }) => providerId === "phone");
  if (isLinked) throw authError("provider-already-linked");
  return startConfirmation(ownerOf(user).core.auth, { phoneNumber, verifier }, (credential) =>
    linkWithCredential(user, credential),
  );
}

/**
 * @param phoneNumber in E.164 format: "+15550100"
 * @throws AuthError those of `signInWithPhoneNumber`; `confirm` also rejects with `auth/user-mismatch`
 */
export async function reauthenticateWithPhoneNumber(
  user: User,
  phoneNumber: string,
  verifier?: ApplicationVerifier,
): Promise<ConfirmationResult> {
  const { core } = ownerOf(user);
  core.requireNoServer();
  return startConfirmation(core.auth, { phoneNumber, verifier }, (credential) =>
    reauthenticateWithCredential(user, credential),
  );
}

/**
 * Adds a phone number to the account, or replaces it.
 * @throws AuthError `auth/invalid-verification-code`, `auth/account-exists-with-different-credential`
 */
export async function updatePhoneNumber(user: User, credential: PhoneAuthCredential): Promise<void> {
  await runSessionChange(user, "link", (client) => addCredential(client, credential.own()));
}
