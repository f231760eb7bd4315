import { Flag, Numeric, oneOf, optionalTexts, Text } from "./lib/data.ts";
import * as v from "./lib/schema.ts";

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T;

/**
 * The providers for popups, redirects and provider credentials: those that Identity Platform knows by name, and those
 * that the project has configured.
 * @see https://cloud.google.com/identity-platform/docs/concepts-authentication
 */
export type ProviderId =
  | "google.com"
  | "facebook.com"
  | "twitter.com"
  | "github.com"
  | "apple.com"
  | "microsoft.com"
  | "yahoo.com"
  | "linkedin.com"
  | `oidc.${string}`
  | `saml.${string}`;
/** Any text, because the service decides which providers a project has. */
export const ProviderId = Text as v.Schema<ProviderId>;

/** One way to sign in to an account: a provider and its data about the user. */
export const ProviderInfo = v.object({
  providerId: Text,
  ...optionalTexts("uid", "email", "displayName", "photoURL", "phoneNumber"),
});
export type ProviderInfo = DeepReadonly<v.InferOutput<typeof ProviderInfo>>;

/** An enrolled second factor. A phone number is obfuscated by the server. */
export const EnrolledFactor = v.object({
  uid: Text,
  factorId: oneOf(["phone", "totp", "unknown"]),
  ...optionalTexts("displayName", "enrolledAt", "phoneNumber"),
});
export type EnrolledFactor = DeepReadonly<v.InferOutput<typeof EnrolledFactor>>;

/** A passkey of the account. Google's published form has no date; the client shows one if a server sends it. */
export const Passkey = v.object({ credentialId: Text, ...optionalTexts("name", "rpId", "enrolledAt") });
export type Passkey = DeepReadonly<v.InferOutput<typeof Passkey>>;

/** The user as the site sees them, from a response or from storage. Holds no token, so it may go into any store. */
export const User = v.object({
  uid: Text,
  ...optionalTexts("email", "displayName", "photoURL", "phoneNumber", "tenantId"),
  emailVerified: v.optional(Flag, false),
  isAnonymous: v.optional(Flag, false),
  providerData: v.optional(v.array(ProviderInfo), []),
  enrolledFactors: v.optional(v.array(EnrolledFactor), []),
  passkeys: v.optional(v.array(Passkey), []),
  /** Milliseconds since the epoch. */
  createdAt: v.optional(Numeric),
  lastLoginAt: v.optional(Numeric),
});
export type User = DeepReadonly<v.InferOutput<typeof User>>;

/** @param id a provider ID, such as "google.com" */
export const hasProvider = ({ providerData }: Pick<User, "providerData">, id: string): boolean =>
  providerData.some(({ providerId }) => providerId === id);
