import { assert } from "../../http/api-error.ts";
import type { ServiceContext } from "../../service-context.ts";
import {
  type AccountChanges,
  canonicalEmail,
  isEmail,
  isPhoneNumber,
  type MfaEnrollment,
} from "../account.ts";
import { commonEdit, type UpdateFields, updateAnswer } from "../account-edit.ts";
import { assertCustomAttributes } from "../custom-claims.ts";
import { withoutPasskeys } from "../passkeys/removal.ts";
import { assertStrong, newPassword } from "../passwords.ts";

type Enrollments = NonNullable<NonNullable<UpdateFields["mfa"]>["enrollments"]>;

const factors = (context: ServiceContext, enrollments: Enrollments): MfaEnrollment[] =>
  enrollments.map(({ mfaEnrollmentId, phoneInfo, displayName, enrolledAt }) => {
    assert(phoneInfo && isPhoneNumber(phoneInfo), "INVALID_MFA_PHONE_NUMBER : Invalid format.");
    return {
      mfaEnrollmentId: mfaEnrollmentId ?? context.random.id(28),
      phoneInfo,
      unobfuscatedPhoneInfo: phoneInfo,
      enrolledAt: enrolledAt ?? new Date(context.clock.now()).toISOString(),
      ...(displayName !== undefined && { displayName }),
    };
  });

/** The fields that only an administrator may set. */
function privileged(context: ServiceContext, body: UpdateFields, localId: string): AccountChanges {
  const { identity, clock } = context;
  const changes: AccountChanges = {};
  if (body.email !== undefined) {
    assert(isEmail(body.email), "INVALID_EMAIL");
    const holder = identity.accountByEmail(body.email);
    assert(!holder || holder.localId === localId, "EMAIL_EXISTS");
    changes.email = canonicalEmail(body.email);
    if (!holder) changes.emailVerified = false;
  }
  if (body.phoneNumber !== undefined) {
    assert(isPhoneNumber(body.phoneNumber), "INVALID_PHONE_NUMBER : Invalid format.");
    const holder = identity.accountByPhone(body.phoneNumber);
    assert(!holder || holder.localId === localId, "PHONE_NUMBER_EXISTS");
    changes.phoneNumber = body.phoneNumber;
  }
  if (body.password !== undefined) {
    assertStrong(context, body.password);
    Object.assign(changes, newPassword(context, body.password));
  }
  if (body.emailVerified !== undefined) changes.emailVerified = body.emailVerified;
  if (body.disableUser !== undefined) changes.disabled = body.disableUser;
  if (body.customAttributes !== undefined)
    changes.customAttributes = assertCustomAttributes(body.customAttributes);
  if (body.createdAt !== undefined) changes.createdAt = body.createdAt;
  if (body.lastLoginAt !== undefined) changes.lastLoginAt = body.lastLoginAt;
  // Revocation means "from now on", whatever moment is named: the Admin SDKs name the current second.
  if (body.validSince !== undefined)
    changes.validSince = String(Math.max(Number(body.validSince), Math.floor(clock.now() / 1000)));
  if (body.mfa) changes.mfaInfo = factors(context, body.mfa.enrollments ?? []);
  return changes;
}

/** Changes any account, as the Admin SDKs do. Gives no tokens. */
export function administer(context: ServiceContext, body: UpdateFields): object {
  const { identity } = context;
  assert(body.localId, "MISSING_LOCAL_ID");
  const account = identity.account(body.localId);
  assert(account, "USER_NOT_FOUND");
  const edit = commonEdit(body);
  Object.assign(edit.changes, privileged(context, body, account.localId));
  if (body.deletePasskey) Object.assign(edit.changes, withoutPasskeys(context, account, body.deletePasskey));
  const next = identity.update(account, edit.changes, { upsert: edit.link, remove: edit.unlink });
  return updateAnswer(next, edit.changes.email);
}
