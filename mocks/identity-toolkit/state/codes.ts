import * as v from "valibot";
import { fieldsOf, optionalFields } from "../../http/wire.ts";

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** The kinds of mailed codes: the `mode` of their links, and how long they are valid by default. */
export const OOB_KINDS = {
  PASSWORD_RESET: { mode: "resetPassword", lifetimeS: HOUR_S },
  EMAIL_SIGNIN: { mode: "signIn", lifetimeS: 6 * HOUR_S },
  VERIFY_EMAIL: { mode: "verifyEmail", lifetimeS: 3 * DAY_S },
  VERIFY_AND_CHANGE_EMAIL: { mode: "verifyAndChangeEmail", lifetimeS: 3 * DAY_S },
  RECOVER_EMAIL: { mode: "recoverEmail", lifetimeS: 365 * DAY_S },
  REVERT_SECOND_FACTOR_ADDITION: { mode: "revertSecondFactorAddition", lifetimeS: 365 * DAY_S },
};
export type OobType = keyof typeof OOB_KINDS;
const OobType = v.custom<OobType>((type) => typeof type === "string" && Object.hasOwn(OOB_KINDS, type));

export const OobRecord = v.object({
  ...fieldsOf(v.string(), "oobCode", "oobLink"),
  requestType: OobType,
  email: v.string(),
  newEmail: v.optional(v.string()),
  /** The account whose address or factor is restored. */
  uid: v.optional(v.string()),
  /** `REVERT_SECOND_FACTOR_ADDITION`: the factor. */
  mfaEnrollmentId: v.optional(v.string()),
  /** Local time in milliseconds. */
  expiresAt: v.number(),
});
export type OobRecord = v.InferOutput<typeof OobRecord>;

/** A pending SMS code; the client holds its `sessionInfo`. */
export const SmsRecord = v.object({
  ...fieldsOf(v.string(), "sessionInfo", "phoneNumber", "code"),
  expiresAt: v.number(),
});

/** Proof of a verified number that belongs to another account. */
export const TemporaryProof = v.object({ phoneNumber: v.string(), expiresAt: v.number() });

/** The secret of an authenticator app whose enrollment is not complete. */
export const TotpEnrollment = v.object({ ...fieldsOf(v.string(), "uid", "secret"), expiresAt: v.number() });

/** An authenticator app. */
export const TotpRecord = v.object({
  ...fieldsOf(v.string(), "uid", "secret"),
  /** The last time step with a used code: no code works twice. */
  lastStep: v.number(),
});

export const ProviderPerson = v.object({
  ...fieldsOf(v.string(), "providerId", "sub", "email"),
  emailVerified: v.boolean(),
  ...optionalFields(v.string(), "name", "picture", "screenName"),
});
export type ProviderPerson = v.InferOutput<typeof ProviderPerson>;

/** A sign-in begun with `createAuthUri`, waiting at the consent page or for redemption. */
export const Authorization = v.object({
  ...fieldsOf(v.string(), "state", "idpSessionId", "providerId", "continueUri"),
  /** The requesting origin, if the response goes through a page of these services first. */
  ...optionalFields(v.string(), "site", "context", "scope", "loginHint"),
  /** Whether the provider answers by a form that its page posts, as Apple does. */
  formPost: v.optional(v.boolean()),
  expiresAt: v.number(),
  /** Set when the user has consented. */
  code: v.optional(v.string()),
  person: v.optional(ProviderPerson),
});
export type Authorization = v.InferOutput<typeof Authorization>;

/** An issued credential that can be presented again: access token or pending token. */
export const IssuedCredential = v.object({
  kind: v.picklist(["access", "pending"]),
  providerId: v.string(),
  person: ProviderPerson,
  expiresAt: v.number(),
});

/** The data to verify a passkey's signature. All other data of a passkey is in its account. */
export const PasskeyKey = v.object({
  /** Base64url. */
  ...fieldsOf(v.string(), "credentialId", "uid"),
  /** COSE, base64url. Absent for a passkey that was enrolled unverified. */
  publicKey: v.optional(v.string()),
  counter: v.number(),
});
export type PasskeyKey = v.InferOutput<typeof PasskeyKey>;

/** A begun ceremony. Its challenge works once. */
export const PasskeyChallenge = v.object({
  /** Base64url. */
  challenge: v.string(),
  /** The enrolling user; absent for a sign-in, which names no user. */
  uid: v.optional(v.string()),
  rpId: v.string(),
  expiresAt: v.number(),
});
