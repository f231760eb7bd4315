import * as v from "valibot";

/** Optional texts by name: most of what Google and the storage say of a person. */
export const texts = <const Names extends readonly string[]>(...names: Names) =>
  v.entriesFromList(names, v.optional(v.string()));

/** One way an account can be signed in to: a provider and how the person is known there. */
const ProviderInfo = v.object({
  providerId: v.string(),
  ...texts("uid", "email", "displayName", "photoURL", "phoneNumber"),
});
export type ProviderInfo = v.InferOutput<typeof ProviderInfo>;

/** An enrolled second factor. A phone number is obfuscated by the server. */
const EnrolledFactor = v.object({
  uid: v.string(),
  factorId: v.picklist(["phone", "totp", "unknown"]),
  ...texts("displayName", "enrolledAt", "phoneNumber"),
});
export type EnrolledFactor = v.InferOutput<typeof EnrolledFactor>;

/** The person as the site sees them. Holds no token, so it may go into any store. */
export const User = v.object({
  uid: v.string(),
  ...texts("email", "displayName", "photoURL", "phoneNumber", "tenantId"),
  emailVerified: v.boolean(),
  isAnonymous: v.boolean(),
  providerData: v.array(ProviderInfo),
  enrolledFactors: v.array(EnrolledFactor),
  /** Milliseconds since the epoch. */
  createdAt: v.optional(v.number()),
  lastLoginAt: v.optional(v.number()),
});
export type User = v.InferOutput<typeof User>;
