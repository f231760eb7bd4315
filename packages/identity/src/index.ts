/**
 * Accounts, sessions and sign-in with Google's Identity Toolkit, without its SDK.
 * @module
 */
export { type ActionUrl, parseActionCodeUrl } from "./account/action-url.ts";
export {
  type ActionCodeInfo,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  verifyPasswordResetCode,
} from "./account/codes.ts";
export { type Credential, signInWithCredential } from "./account/credential.ts";
export { emailLinkCredential, isSignInWithEmailLink, signInWithEmailLink } from "./account/email-link.ts";
export {
  type ActionCodeSettings,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  verifyBeforeUpdateEmail,
} from "./account/mail.ts";
export { signInAnonymously, signInWithCustomToken } from "./account/other-sign-ins.ts";
export {
  type PasswordCredential,
  passwordCredential,
  reauthenticateWithPassword,
  signInWithPassword,
  signUp,
} from "./account/password.ts";
export { type PasswordShortcoming, validatePassword } from "./account/password-policy.ts";
export { setPersistence } from "./account/persistence.ts";
export {
  type HumanVerifier,
  phoneCredential,
  phoneCredentialFromError,
  sendPhoneCode,
  signInWithPhoneNumber,
  updatePhoneNumber,
} from "./account/phone.ts";
export { deleteUser, unlink, updateEmail, updatePassword, updateProfile } from "./account/profile.ts";
export {
  credentialFromError,
  type ProviderTokens,
  providerCredential,
} from "./account/provider-credential.ts";
export { reload } from "./account/reload.ts";
export { linkWithCredential, reauthenticateWithCredential } from "./account/renew.ts";
export {
  startPhoneEnrollment,
  startTotpEnrollment,
  type TotpSecret,
  unenroll,
} from "./account/second-factor.ts";
export { getMultiFactorResolver, type MultiFactorResolver } from "./account/second-factor-resolver.ts";
export { fetchSignInMethodsForEmail } from "./account/sign-in-methods.ts";
export { endSession, getIdToken, getIdTokenClaims, signOut } from "./account/token.ts";
export { createIdentityClient } from "./client.ts";
export { forUser, type IdentityClient } from "./client-parts.ts";
export { type ErrorClass, errorClass } from "./error-class.ts";
export type { IdentityErrorCode } from "./error-words.ts";
export { IdentityError } from "./errors.ts";
export type { LifecycleEvent, WakeCause } from "./events.ts";
export type { IdentityClientOptions, Platform } from "./options.ts";
export { indexedDbPersistence } from "./persistence/indexed-db.ts";
export { memoryPersistence } from "./persistence/memory.ts";
export type { Persistence, PersistenceKind } from "./persistence/persistence.ts";
export { sessionStoragePersistence } from "./persistence/session-storage.ts";
export { completeOAuthCallback } from "./popup/callback.ts";
export { linkWithPopup, type PopupOptions, reauthenticateWithPopup, signInWithPopup } from "./popup/popup.ts";
export type { PopupPlatform, PopupWindow } from "./popup/popup-platform.ts";
export type { ProviderId, ProviderOptions } from "./popup/providers.ts";
export {
  getRedirectResult,
  linkWithRedirect,
  type RedirectOptions,
  reauthenticateWithRedirect,
  signInWithRedirect,
} from "./popup/redirect.ts";
export type { IdTokenClaims } from "./session/claims.ts";
export type { IdentityState } from "./session/identity-state.ts";
export type { SignOutReason } from "./session/stored-record.ts";
export type { EnrolledFactor, ProviderInfo, User } from "./user.ts";
export { watchStoredSession } from "./watch.ts";
