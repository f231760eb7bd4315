import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import { assertHuman } from "../proofs/recaptcha.ts";
import { redeemSmsCode, sendSmsCode } from "../proofs/sms.ts";
import { defineOperation, type RequestBody } from "../requests/requests.ts";
import { completeSignIn, createAccount } from "../sign-in/complete-sign-in.ts";
import { type Account, isPhoneNumber } from "../state/account.ts";
import { verifyIdToken } from "../tokens/tokens.ts";

const PHONE_IS_SECOND_FACTOR_USER =
  "UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user.";

/**
 * Sends an SMS code. Any token of reCAPTCHA v2 is accepted, even none.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/sendVerificationCode
 */
export const sendVerificationCode = defineOperation("sendVerificationCode", (context, body) => {
  const { phoneNumber } = body;
  assert(phoneNumber && isPhoneNumber(phoneNumber), "INVALID_PHONE_NUMBER : Invalid format.");
  assertHuman(context, "PHONE_PROVIDER", body);
  const holder = context.identity.accountByPhone(phoneNumber);
  assert(!holder?.mfaInfo?.length, PHONE_IS_SECOND_FACTOR_USER);
  return { sessionInfo: sendSmsCode(context, phoneNumber) };
});

type Body = RequestBody<"signInWithPhoneNumber">;

const PROOF_LIFETIME_S = 3600;

/** The number that the caller has proved to own: by code, or by the temporary proof of an earlier response. */
function readProvenNumber(context: ServiceContext, body: Body): string {
  if (!body.temporaryProof) return redeemSmsCode(context, body);
  assert(body.phoneNumber, "MISSING_PHONE_NUMBER");
  const proof = context.identity.temporaryProofs.get(body.temporaryProof);
  assert(
    proof && proof.phoneNumber === body.phoneNumber && proof.expiresAt > context.clock.now(),
    "INVALID_TEMPORARY_PROOF",
  );
  return proof.phoneNumber;
}

/** The number belongs to another account: a proof lets the client sign in there without a second SMS. */
function createTakenNumberResponse(context: ServiceContext, body: Body, phoneNumber: string): object {
  assert(!body.temporaryProof, "PHONE_NUMBER_EXISTS");
  const temporaryProof = context.random.code(119);
  const expiresAt = context.clock.now() + PROOF_LIFETIME_S * 1000;
  context.identity.temporaryProofs.set(temporaryProof, { phoneNumber, expiresAt });
  return { phoneNumber, temporaryProof, temporaryProofExpiresIn: String(PROOF_LIFETIME_S) };
}

/**
 * Signs in with a phone number, and creates an account if needed. With an ID token, adds the number to the caller's
 * account. `operation: REAUTH` creates no account, unlike in the emulator.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithPhoneNumber
 */
export const signInWithPhoneNumber = defineOperation("signInWithPhoneNumber", async (context, body) => {
  const { identity, clock } = context;
  const phoneNumber = readProvenNumber(context, body);
  const caller = body.idToken ? (await verifyIdToken(context, body.idToken)).account : undefined;
  const holder = identity.accountByPhone(phoneNumber);
  if (caller && holder && caller.localId !== holder.localId)
    return createTakenNumberResponse(context, body, phoneNumber);

  const existing: Account | undefined = caller ?? holder;
  assert(!existing?.disabled, "USER_DISABLED");
  assert(!existing?.mfaInfo?.length, PHONE_IS_SECOND_FACTOR_USER);
  assert(existing || body.operation !== "REAUTH", "USER_NOT_FOUND");
  const now = String(clock.now());
  const details = { signInMethod: "phone" };
  const changes = { phoneNumber, lastLoginAt: now };
  const account =
    existing ?? (await createAccount(context, { changes: { ...changes, createdAt: now } }, details));
  const pending = existing ? { changes } : {};
  return {
    isNewUser: existing === undefined,
    phoneNumber,
    localId: account.localId,
    ...(await completeSignIn(context, account, { provider: "phone", pending, details })),
  };
});
