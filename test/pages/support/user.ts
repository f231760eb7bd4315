import type { User } from "@tallybin/identity";

/** A user with a verified address and nothing else. */
export const user = (uid: string): User => ({
  uid,
  email: `${uid}@example.com`,
  emailVerified: true,
  isAnonymous: false,
  providerData: [],
  enrolledFactors: [],
  passkeys: [],
});
