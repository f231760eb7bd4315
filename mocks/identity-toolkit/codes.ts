import * as v from "valibot";

export const OOB_TYPES = [
  "OOB_REQ_TYPE_UNSPECIFIED",
  "PASSWORD_RESET",
  "OLD_EMAIL_AGREE",
  "NEW_EMAIL_ACCEPT",
  "VERIFY_EMAIL",
  "RECOVER_EMAIL",
  "EMAIL_SIGNIN",
  "VERIFY_AND_CHANGE_EMAIL",
  "REVERT_SECOND_FACTOR_ADDITION",
] as const;

/** The types of which a code can exist. */
export const OobType = v.picklist([
  "PASSWORD_RESET",
  "EMAIL_SIGNIN",
  "VERIFY_EMAIL",
  "VERIFY_AND_CHANGE_EMAIL",
  "RECOVER_EMAIL",
  "REVERT_SECOND_FACTOR_ADDITION",
]);
export type OobType = v.InferOutput<typeof OobType>;

/** A single-use code that was mailed. */
export const OobRecord = v.object({
  oobCode: v.string(),
  oobLink: v.string(),
  requestType: OobType,
  email: v.string(),
  newEmail: v.optional(v.string()),
  /** The account whose address or factor is to be put back. */
  uid: v.optional(v.string()),
  /** `REVERT_SECOND_FACTOR_ADDITION`: which factor. */
  mfaEnrollmentId: v.optional(v.string()),
  /** Local time in milliseconds. */
  expiresAt: v.number(),
});
export type OobRecord = v.InferOutput<typeof OobRecord>;

/** An SMS code on its way; `sessionInfo` is what the client holds. */
export const SmsRecord = v.object({
  sessionInfo: v.string(),
  phoneNumber: v.string(),
  code: v.string(),
  expiresAt: v.number(),
});
export type SmsRecord = v.InferOutput<typeof SmsRecord>;

/** Proof that a number was verified although it belongs to another account. */
export const TemporaryProof = v.object({
  temporaryProof: v.string(),
  phoneNumber: v.string(),
  expiresAt: v.number(),
});
export type TemporaryProof = v.InferOutput<typeof TemporaryProof>;

/** An authenticator app: in enrollment while `mfaEnrollmentId` is absent. */
export const TotpRecord = v.object({
  sessionInfo: v.string(),
  uid: v.string(),
  secret: v.string(),
  expiresAt: v.number(),
  mfaEnrollmentId: v.optional(v.string()),
  /** The last time step whose code was used: no code works twice. */
  lastStep: v.number(),
});
export type TotpRecord = v.InferOutput<typeof TotpRecord>;

/** A person known to a pretend provider. */
export const ProviderPerson = v.object({
  providerId: v.string(),
  sub: v.string(),
  email: v.string(),
  emailVerified: v.boolean(),
  name: v.optional(v.string()),
  picture: v.optional(v.string()),
  screenName: v.optional(v.string()),
});
export type ProviderPerson = v.InferOutput<typeof ProviderPerson>;

/** A sign-in begun with `createAuthUri`, waiting for the person at the consent page or for redemption. */
export const Authorization = v.object({
  state: v.string(),
  idpSessionId: v.string(),
  providerId: v.string(),
  continueUri: v.string(),
  /** The origin that asks, where the answer goes through a page of these services first. */
  site: v.optional(v.string()),
  context: v.optional(v.string()),
  scope: v.optional(v.string()),
  loginHint: v.optional(v.string()),
  expiresAt: v.number(),
  /** Set when the person has allowed it. */
  code: v.optional(v.string()),
  person: v.optional(ProviderPerson),
});
export type Authorization = v.InferOutput<typeof Authorization>;

/** A credential that was handed out and can be presented again: access token or pending token. */
export const IssuedCredential = v.object({
  token: v.string(),
  kind: v.picklist(["access", "pending"]),
  providerId: v.string(),
  person: ProviderPerson,
  expiresAt: v.number(),
});
export type IssuedCredential = v.InferOutput<typeof IssuedCredential>;
