import * as v from "valibot";
import { digits, texts } from "./wire.ts";

/** One way an account can be signed in to: a provider and how the person is known there. */
export const ProviderInfo = v.object({
  providerId: v.string(),
  ...texts("uid", "email", "displayName", "photoURL", "phoneNumber"),
});
export type ProviderInfo = v.InferOutput<typeof ProviderInfo>;

/** An enrolled second factor. A phone number is obfuscated by the server. */
export const EnrolledFactor = v.pipe(
  v.object({
    uid: v.string(),
    factorId: v.optional(v.picklist(["phone", "totp", "unknown"])),
    totpInfo: v.optional(v.unknown()),
    ...texts("displayName", "enrolledAt", "phoneNumber"),
  }),
  v.transform(({ totpInfo, factorId, ...factor }) => ({
    ...factor,
    // The server does not name the kind; only the presence of a key tells.
    factorId: factorId ?? (factor.phoneNumber ? "phone" : totpInfo ? "totp" : "unknown"),
  })),
);
export type EnrolledFactor = v.InferOutput<typeof EnrolledFactor>;

/**
 * The person as the site sees them, in an answer or in storage. Holds no token, so it may go into any store.
 */
export const User = v.pipe(
  v.object({
    uid: v.string(),
    ...texts("email", "displayName", "photoURL", "phoneNumber", "tenantId"),
    emailVerified: v.optional(v.boolean(), false),
    isAnonymous: v.optional(v.boolean()),
    customAuth: v.optional(v.boolean()),
    providerData: v.optional(v.array(ProviderInfo), []),
    enrolledFactors: v.optional(v.array(EnrolledFactor), []),
    /** Milliseconds since the epoch. */
    createdAt: v.optional(digits()),
    lastLoginAt: v.optional(digits()),
  }),
  v.transform(({ customAuth, isAnonymous, ...user }) => ({
    ...user,
    // The server has no such flag; an account nobody can sign in to again is an anonymous one.
    isAnonymous: isAnonymous ?? !(customAuth || user.email || user.phoneNumber || user.providerData.length),
  })),
);
export type User = v.InferOutput<typeof User>;
