import type { EnrolledFactor } from "../../user.ts";

/** An enrolled second factor, with the members that `firebase/auth` gives it. */
export type MultiFactorInfo = {
  readonly uid: string;
  readonly factorId: string;
  readonly displayName?: string | null | undefined;
  /** A date in UTC, as text. */
  readonly enrollmentTime: string;
  /** The number of an enrolled phone; the server obfuscates it. */
  readonly phoneNumber?: string | undefined;
};

export const multiFactorInfoOf = ({ enrolledAt = "", ...factor }: EnrolledFactor): MultiFactorInfo => ({
  ...factor,
  enrollmentTime: new Date(enrolledAt).toUTCString(),
});
