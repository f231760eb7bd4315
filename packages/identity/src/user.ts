import * as v from "valibot";

/** One way an account can be signed in to: a provider and how the person is known there. */
export const ProviderInfo = v.object({
  providerId: v.string(),
  uid: v.optional(v.string()),
  email: v.optional(v.string()),
  displayName: v.optional(v.string()),
  photoURL: v.optional(v.string()),
  phoneNumber: v.optional(v.string()),
});
export type ProviderInfo = v.InferOutput<typeof ProviderInfo>;

/** An enrolled second factor. A phone number is obfuscated by the server. */
export const EnrolledFactor = v.object({
  uid: v.string(),
  factorId: v.picklist(["phone", "totp", "unknown"]),
  displayName: v.optional(v.string()),
  enrolledAt: v.optional(v.string()),
  phoneNumber: v.optional(v.string()),
});
export type EnrolledFactor = v.InferOutput<typeof EnrolledFactor>;

/** The person as the site sees them. Holds no token, so it may go into any store. */
export const User = v.object({
  uid: v.pipe(v.string(), v.nonEmpty()),
  email: v.optional(v.string()),
  emailVerified: v.boolean(),
  displayName: v.optional(v.string()),
  photoURL: v.optional(v.string()),
  phoneNumber: v.optional(v.string()),
  isAnonymous: v.boolean(),
  tenantId: v.optional(v.string()),
  providerData: v.array(ProviderInfo),
  enrolledFactors: v.array(EnrolledFactor),
  /** Milliseconds since the epoch. */
  createdAt: v.optional(v.number()),
  lastLoginAt: v.optional(v.number()),
});
export type User = v.InferOutput<typeof User>;
