import * as v from "valibot";
import { Text, texts } from "../lib/data.ts";
import type { EnrolledFactor, ProviderInfo } from "../user.ts";

/** The account fields that several endpoints return, under Google's names. */

/** @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/ProviderUserInfo */
export const ProviderUserInfo = v.object({
  providerId: Text,
  ...texts("rawId", "email", "displayName", "photoUrl", "phoneNumber"),
});

export const toProviderInfo = ({
  providerId,
  rawId,
  email,
  displayName,
  photoUrl,
  phoneNumber,
}: v.InferOutput<typeof ProviderUserInfo>): ProviderInfo => ({
  providerId,
  uid: rawId,
  email,
  displayName,
  photoURL: photoUrl,
  phoneNumber,
});

/**
 * An enrolled second factor. The wire format does not name its kind; the present field shows it.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/MfaEnrollment
 */
export const MfaEnrollment = v.object({
  mfaEnrollmentId: Text,
  ...texts("displayName", "enrolledAt", "phoneInfo"),
  totpInfo: v.optional(v.object({})),
});

export const toEnrolledFactor = ({
  mfaEnrollmentId,
  displayName,
  enrolledAt,
  phoneInfo,
  totpInfo,
}: v.InferOutput<typeof MfaEnrollment>): EnrolledFactor => ({
  uid: mfaEnrollmentId,
  factorId: phoneInfo !== undefined ? "phone" : totpInfo !== undefined ? "totp" : "unknown",
  displayName,
  enrolledAt,
  phoneNumber: phoneInfo,
});
