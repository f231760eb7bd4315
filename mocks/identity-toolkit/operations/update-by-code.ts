import type { ServiceContext } from "../../core/service-context.ts";
import { assert, notImplemented } from "../../http/api-error.ts";
import type { Call } from "../../http/call.ts";
import { mailOobCode, validOobCode } from "../proofs/oob.ts";
import type { Account } from "../state/account.ts";
import type { OobRecord } from "../state/codes.ts";
import { updateAnswer } from "./account-edit.ts";

const accountOf = ({ identity }: ServiceContext, { uid, email }: OobRecord): Account => {
  const account = uid === undefined ? identity.accountByEmail(email) : identity.account(uid);
  assert(account, "INVALID_OOB_CODE");
  return account;
};

function verifyEmail(context: ServiceContext, oob: OobRecord): Record<string, unknown> {
  const account = accountOf(context, oob);
  return updateAnswer(context.identity.update(account, { emailVerified: true }));
}

/**
 * Sends the old address a link that reverts the change, because an attacker who took over a mailbox must not
 * keep the account.
 */
function changeEmail(context: ServiceContext, oob: OobRecord, call: Call): Record<string, unknown> {
  const account = accountOf(context, oob);
  const { email, newEmail = "" } = oob;
  assert(account.email === email, "INVALID_OOB_CODE");
  assert(!context.identity.accountByEmail(newEmail), "EMAIL_EXISTS");
  const next = context.identity.update(account, {
    email: newEmail,
    emailVerified: true,
  });
  mailOobCode(context, call, { requestType: "RECOVER_EMAIL", email, newEmail, uid: account.localId });
  return updateAnswer(next, newEmail);
}

function recoverEmail(context: ServiceContext, oob: OobRecord): Record<string, unknown> {
  const account = accountOf(context, oob);
  const holder = context.identity.accountByEmail(oob.email);
  assert(!holder || holder.localId === account.localId, "EMAIL_EXISTS");
  return updateAnswer(context.identity.update(account, { email: oob.email, emailVerified: true }));
}

function revertSecondFactor(context: ServiceContext, oob: OobRecord): Record<string, unknown> {
  const account = accountOf(context, oob);
  context.identity.totp.delete(oob.mfaEnrollmentId ?? "");
  return updateAnswer(
    context.identity.update(account, {
      mfaInfo: account.mfaInfo?.filter(({ mfaEnrollmentId }) => mfaEnrollmentId !== oob.mfaEnrollmentId),
    }),
  );
}

/** Spends a mailed code. The response has no tokens, because holding a mail is no sign-in. */
export function applyOobCode(context: ServiceContext, oobCode: string, call: Call): Record<string, unknown> {
  const oob = validOobCode(context, oobCode);
  if (oob.requestType === "PASSWORD_RESET" || oob.requestType === "EMAIL_SIGNIN")
    throw notImplemented(oob.requestType);
  context.identity.oobCodes.delete(oobCode);
  switch (oob.requestType) {
    case "VERIFY_EMAIL":
      return verifyEmail(context, oob);
    case "VERIFY_AND_CHANGE_EMAIL":
      return changeEmail(context, oob, call);
    case "RECOVER_EMAIL":
      return recoverEmail(context, oob);
    default:
      return revertSecondFactor(context, oob);
  }
}
