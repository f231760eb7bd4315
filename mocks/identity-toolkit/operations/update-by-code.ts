import { assert, notImplemented } from "../../http/api-error.ts";
import type { Call } from "../../http/call.ts";
import type { World } from "../../world.ts";
import type { Account } from "../account.ts";
import { updateAnswer } from "../account-edit.ts";
import type { OobRecord } from "../codes.ts";
import { mailOobCode, validOobCode } from "../oob.ts";

const accountOf = ({ identity }: World, { uid, email }: OobRecord): Account => {
  const account = uid === undefined ? identity.accountByEmail(email) : identity.account(uid);
  assert(account, "INVALID_OOB_CODE");
  return account;
};

function verifyEmail(world: World, oob: OobRecord): object {
  const account = accountOf(world, oob);
  return updateAnswer(world.identity.update(account, { emailVerified: true }));
}

/** Tells the old address, with a way back: whoever took over a mailbox should not keep the account. */
function changeEmail(world: World, oob: OobRecord, call: Call): object {
  const account = accountOf(world, oob);
  const { email, newEmail = "" } = oob;
  assert(account.email === email, "INVALID_OOB_CODE");
  assert(!world.identity.accountByEmail(newEmail), "EMAIL_EXISTS");
  const next = world.identity.update(account, {
    email: newEmail,
    emailVerified: true,
    ...(!account.initialEmail && { initialEmail: email }),
  });
  mailOobCode(world, call, { requestType: "RECOVER_EMAIL", email, newEmail, uid: account.localId });
  return updateAnswer(next, newEmail);
}

function recoverEmail(world: World, oob: OobRecord): object {
  const account = accountOf(world, oob);
  const holder = world.identity.accountByEmail(oob.email);
  assert(!holder || holder.localId === account.localId, "EMAIL_EXISTS");
  return updateAnswer(world.identity.update(account, { email: oob.email, emailVerified: true }));
}

function revertSecondFactor(world: World, oob: OobRecord): object {
  const account = accountOf(world, oob);
  world.identity.totp.delete(oob.mfaEnrollmentId ?? "");
  return updateAnswer(
    world.identity.update(account, {
      mfaInfo: account.mfaInfo?.filter(({ mfaEnrollmentId }) => mfaEnrollmentId !== oob.mfaEnrollmentId),
    }),
  );
}

/** Uses up a mailed code. The answer has no tokens: whoever holds a mail is not signed in by it. */
export function applyOobCode(world: World, oobCode: string, call: Call): object {
  const oob = validOobCode(world, oobCode);
  if (oob.requestType === "PASSWORD_RESET" || oob.requestType === "EMAIL_SIGNIN")
    throw notImplemented(oob.requestType);
  world.identity.oobCodes.delete(oobCode);
  switch (oob.requestType) {
    case "VERIFY_EMAIL":
      return verifyEmail(world, oob);
    case "VERIFY_AND_CHANGE_EMAIL":
      return changeEmail(world, oob, call);
    case "RECOVER_EMAIL":
      return recoverEmail(world, oob);
    default:
      return revertSecondFactor(world, oob);
  }
}
