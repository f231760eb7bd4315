import * as v from "valibot";
import type { EnrolledFactor } from "../user.ts";
import { optionalText, text } from "./wire.ts";

/** A second factor as the server lists it; which kind it is, only the presence of a key tells. */
export const MfaInfo = v.object({
  mfaEnrollmentId: text,
  displayName: optionalText,
  enrolledAt: optionalText,
  phoneInfo: optionalText,
  totpInfo: v.optional(v.unknown()),
});

export const toEnrolledFactor = (info: v.InferOutput<typeof MfaInfo>): EnrolledFactor => ({
  uid: info.mfaEnrollmentId,
  factorId: info.phoneInfo !== undefined ? "phone" : info.totpInfo !== undefined ? "totp" : "unknown",
  displayName: info.displayName,
  enrolledAt: info.enrolledAt,
  phoneNumber: info.phoneInfo,
});
