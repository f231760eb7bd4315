import * as v from "valibot";
import { type EnrolledFactor, texts } from "../user.ts";

/** A second factor as the server lists it; which kind it is, only the presence of a key tells. */
export const MfaInfo = v.object({
  mfaEnrollmentId: v.string(),
  ...texts("displayName", "enrolledAt", "phoneInfo"),
  totpInfo: v.optional(v.unknown()),
});

export const toEnrolledFactor = (info: v.InferOutput<typeof MfaInfo>): EnrolledFactor => ({
  uid: info.mfaEnrollmentId,
  factorId: info.phoneInfo ? "phone" : info.totpInfo ? "totp" : "unknown",
  displayName: info.displayName,
  enrolledAt: info.enrolledAt,
  phoneNumber: info.phoneInfo,
});
