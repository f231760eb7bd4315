import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert, notImplemented } from "../../http/api-error.ts";
import type { RequestBody } from "../requests/requests.ts";

export function sendSmsCode(context: ServiceContext, phoneNumber: string): string {
  const { identity, clock, limits, outbox, random } = context;
  limits.count("sms", phoneNumber);
  const sessionInfo = random.code(226);
  const code = random.digits(6);
  const expiresAt = clock.now() + identity.settings.smsCodeLifetimeS * 1000;
  identity.smsCodes.set(sessionInfo, { sessionInfo, phoneNumber, code, expiresAt });
  outbox.send({ kind: "sms", to: phoneNumber, type: "SMS_CODE", code });
  return sessionInfo;
}

/**
 * Spends an SMS code and returns its number. A wrong code does not end the session, because people mistype.
 * @throws {ApiError} MISSING_SESSION_INFO, MISSING_CODE, INVALID_SESSION_INFO, SESSION_EXPIRED, INVALID_CODE
 */
export function redeemSmsCode(
  { identity, clock }: ServiceContext,
  { sessionInfo, code }: { sessionInfo?: string | undefined; code?: string | undefined },
): string {
  assert(sessionInfo, "MISSING_SESSION_INFO");
  assert(code, "MISSING_CODE");
  const record = identity.smsCodes.get(sessionInfo);
  assert(record, "INVALID_SESSION_INFO");
  if (record.expiresAt <= clock.now()) throw new ApiError("SESSION_EXPIRED");
  assert(record.code === code, "INVALID_CODE");
  identity.smsCodes.delete(sessionInfo);
  return record.phoneNumber;
}

/**
 * Spends the code of a second factor, whose absence counts before that of the session, and returns its number.
 * @param missing the refusal of a request without a proof
 */
export function redeemFactorCode(
  context: ServiceContext,
  proof: RequestBody<"finalizeMfaSignIn">["phoneVerificationInfo"],
  missing: string,
): string {
  assert(proof, missing);
  if (proof.androidVerificationProof) throw notImplemented("androidVerificationProof is unsupported!");
  assert(proof.code, "MISSING_CODE");
  return redeemSmsCode(context, proof);
}
