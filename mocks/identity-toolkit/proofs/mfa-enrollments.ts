import type { ServiceContext } from "../../core/service-context.ts";
import { assert } from "../../http/api-error.ts";
import type { RequestBody } from "../requests/requests.ts";
import { isPhoneNumber, type MfaEnrollment } from "../state/account.ts";

/** A second factor in an administrator's request. */
type RequestedFactor = NonNullable<NonNullable<RequestBody<"update">["mfa"]>["enrollments"]>[number];

/**
 * The second factors that a request sets, one per phone number. An authenticator app can only be kept.
 * @param enrolled the account's factors so far
 * @throws {ApiError} INVALID_MFA_PHONE_NUMBER, INVALID_MFA_ENROLLMENT_ID, DUPLICATE_MFA_ENROLLMENT_ID
 */
export function enrollmentsFromRequest(
  { random }: ServiceContext,
  requested: readonly RequestedFactor[],
  { enrolled = [], makeIds }: { enrolled?: readonly MfaEnrollment[] | undefined; makeIds?: true },
): MfaEnrollment[] {
  const ids = new Set<string>();
  const phones = new Set<string>();
  return requested.flatMap(({ displayName, enrolledAt, mfaEnrollmentId, phoneInfo }) => {
    const app = enrolled.find((factor) => factor.totpInfo && factor.mfaEnrollmentId === mfaEnrollmentId);
    assert(app || (phoneInfo && isPhoneNumber(phoneInfo)), "INVALID_MFA_PHONE_NUMBER : Invalid format.");
    if (phoneInfo && phones.has(phoneInfo)) return [];
    const id = makeIds ? random.id(28) : mfaEnrollmentId;
    assert(id, "INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined.");
    assert(!ids.has(id), "DUPLICATE_MFA_ENROLLMENT_ID");
    ids.add(id);
    if (phoneInfo) phones.add(phoneInfo);
    const common = { displayName, enrolledAt, mfaEnrollmentId: id };
    return app
      ? { ...common, totpInfo: {}, enrolledAt: app.enrolledAt }
      : { ...common, phoneInfo, unobfuscatedPhoneInfo: phoneInfo };
  });
}
