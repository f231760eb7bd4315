/**
 * Accounts, sessions and sign-in with Google's Identity Toolkit, without its SDK.
 * @module
 */

export {
  type ActionCodeInfo,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  verifyPasswordResetCode,
} from "./account/action-codes.ts";
export { type ActionUrl, parseActionCodeUrl } from "./account/action-url.ts";
export { deleteUser } from "./account/delete-user.ts";
export {
  type ActionCodeSettings,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  verifyBeforeUpdateEmail,
} from "./account/mail.ts";
export {
  fetchPasswordPolicy,
  type PasswordCharacter,
  type PasswordPolicy,
  type PasswordShortcoming,
  validatePassword,
} from "./account/password-policy.ts";
export { updateEmail, updatePassword, updateProfile } from "./account/profile.ts";
export {
  startPhoneEnrollment,
  startTotpEnrollment,
  type TotpSecret,
  unenroll,
} from "./account/second-factor-enrollment.ts";
export { createIdentityClient } from "./client/client.ts";
export { forUser, type IdentityClient } from "./client/client-parts.ts";
export { getIdToken, getIdTokenClaims } from "./client/id-token.ts";
export type { IdentityClientOptions } from "./client/options.ts";
export { reload } from "./client/reload.ts";
export { setPersistence } from "./client/set-persistence.ts";
export { invalidateSession, signOut } from "./client/sign-out.ts";
export { watchStoredSession } from "./client/watch.ts";
export type { IdentityErrorCode } from "./errors/codes.ts";
export { type ErrorClass, errorClass } from "./errors/error-class.ts";
export { IdentityError, isIdentityError } from "./errors/identity-error.ts";
export type { SignOutReason } from "./errors/sign-out-reason.ts";
export type { LifecycleEvent, WakeCause } from "./events.ts";
export { indexedDbPersistence } from "./persistence/indexed-db.ts";
export { memoryPersistence } from "./persistence/memory.ts";
export type { Persistence, PersistenceKind } from "./persistence/persistence.ts";
export { sessionStoragePersistence } from "./persistence/session-storage.ts";
export type { Platform, PopupPlatform, PopupWindow } from "./platform.ts";
export { completeOAuthCallback } from "./popup/callback.ts";
export { linkWithPopup, reauthenticateWithPopup, signInWithPopup } from "./popup/popup.ts";
export type { PopupOptions } from "./popup/popup-options.ts";
export type { ProviderOptions } from "./popup/providers.ts";
export {
  getRedirectResult,
  linkWithRedirect,
  type RedirectOptions,
  reauthenticateWithRedirect,
  signInWithRedirect,
} from "./popup/redirect.ts";
export type { IdTokenClaims } from "./session/claims.ts";
export type { IdentityState } from "./session/identity-state.ts";
export { signInAnonymously } from "./sign-in/anonymous.ts";
export { type Credential, signInWithCredential } from "./sign-in/credential.ts";
export { signInWithCustomToken } from "./sign-in/custom-token.ts";
export {
  type EmailLink,
  emailLinkCredential,
  isSignInWithEmailLink,
  signInWithEmailLink,
} from "./sign-in/email-link.ts";
export { linkWithCredential, unlink } from "./sign-in/link.ts";
export {
  type PasswordCredential,
  passwordCredential,
  reauthenticateWithPassword,
  signInWithPassword,
  signUp,
} from "./sign-in/password.ts";
export {
  type HumanVerifier,
  phoneCredential,
  phoneCredentialFromError,
  sendPhoneCode,
  signInWithPhoneNumber,
  updatePhoneNumber,
} from "./sign-in/phone.ts";
export {
  credentialFromError,
  type ProviderTokens,
  providerCredential,
} from "./sign-in/provider-credential.ts";
export { reauthenticateWithCredential } from "./sign-in/reauthenticate.ts";
export { getMultiFactorResolver, type MultiFactorResolver } from "./sign-in/second-factor-resolver.ts";
export { fetchSignInMethodsForEmail } from "./sign-in/sign-in-methods.ts";
export type { EnrolledFactor, Passkey, ProviderId, ProviderInfo, User } from "./user.ts";
