import type * as v from "../lib/schema.ts";
import { EnrolledFactor, ProviderInfo } from "../user.ts";

/** The parts of an account that several endpoints return, with Google's names for some of their members. */

type Wire = Readonly<Record<string, unknown>>;
const withRenamedMembers =
  <Output>(schema: v.Schema<Output>, rename: (given: Wire) => Wire): v.Schema<Output> =>
  (value, path, wrong) =>
    schema({ ...Object(value), ...rename(Object(value)) }, path, wrong);

/** @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/ProviderUserInfo */
export const ProviderUserInfo = withRenamedMembers(ProviderInfo, ({ rawId, photoUrl }) => ({
  uid: rawId,
  photoURL: photoUrl,
}));

/**
 * An enrolled second factor. The wire format does not name its kind; the present field shows it.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/MfaEnrollment
 */
export const MfaEnrollment = withRenamedMembers(
  EnrolledFactor,
  ({ mfaEnrollmentId, phoneInfo, totpInfo }) => ({
    uid: mfaEnrollmentId,
    factorId: phoneInfo ? "phone" : totpInfo ? "totp" : "unknown",
    phoneNumber: phoneInfo,
  }),
);
