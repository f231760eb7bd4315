import type { AuthError } from "./errors.ts";
import type { MultiFactorAssertion } from "./second-factor/generators.ts";
import type { MultiFactorInfo } from "./second-factor/info.ts";
import type { MultiFactorSession } from "./second-factor/session.ts";

/** Names of `firebase/auth` for types that have another name, or several, in these files. */

/** Demands a second factor: see `getMultiFactorResolver`. */
export type MultiFactorError = AuthError;
export type PhoneMultiFactorAssertion = MultiFactorAssertion;
export type TotpMultiFactorAssertion = MultiFactorAssertion;
export type PhoneMultiFactorInfo = MultiFactorInfo;
export type TotpMultiFactorInfo = MultiFactorInfo;
export type PhoneSingleFactorInfoOptions = { phoneNumber: string };
export type PhoneMultiFactorEnrollInfoOptions = { phoneNumber: string; session: MultiFactorSession };
export type PhoneMultiFactorSignInInfoOptions = {
  session: MultiFactorSession;
  multiFactorHint?: MultiFactorInfo;
  multiFactorUid?: string;
};
/** A provider's own description of the person. */
export type UserProfile = Record<string, unknown>;
/** The storage that React Native gives to its persistence, which this package does not have. */
export type ReactNativeAsyncStorage = {
  setItem(key: string, value: string): Promise<void>;
  getItem(key: string): Promise<string | null>;
  removeItem(key: string): Promise<void>;
};
