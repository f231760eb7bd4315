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
export { deleteUser, unlink, updateEmail, updatePassword, updateProfile } from "./account/profile.ts";
export { initializeRecaptchaConfig } from "./account/recaptcha-config.ts";
export {
  startPhoneEnrollment,
  startTotpEnrollment,
  type TotpSecret,
  unenroll,
} from "./account/second-factor-enrollment.ts";
export type { ProviderTokens } from "./api/token-response.ts";
export { createIdentityClient } from "./client/client.ts";
export { forUser, type IdentityClient, type IdentityClientOptions } from "./client/client-parts.ts";
export {
  setPersistence,
  signOut,
} from "./client/own-session.ts";
export type { IdentityState } from "./client/page-state.ts";
export { getIdToken, getIdTokenClaims, invalidateSession, reload } from "./client/session-call.ts";
export { watchStoredSession } from "./client/watch.ts";
export { type ErrorClass, errorClass } from "./errors/error-class.ts";
export {
  IdentityError,
  type IdentityErrorCode,
  isIdentityError,
  type SignOutReason,
} from "./errors/identity-error.ts";
export type { LifecycleEvent, WakeCause } from "./events.ts";
export { appCheckFetch } from "./http/app-check.ts";
export { recaptchaEnterprise } from "./http/recaptcha.ts";
export type { IdTokenClaims } from "./id-token.ts";
export {
  indexedDbPersistence,
  memoryPersistence,
  type Persistence,
  type PersistenceKind,
  sessionStoragePersistence,
} from "./persistence/persistence.ts";
export type { PageWindow, Platform, PopupWindow } from "./platform.ts";
export type { ProviderOptions } from "./popup/authorize.ts";
export { completeOAuthCallback } from "./popup/callback.ts";
export { linkWithPopup, reauthenticateWithPopup, signInWithPopup } from "./popup/popup.ts";
export { openPopup } from "./popup/popup-platform.ts";
export {
  getRedirectResult,
  linkWithRedirect,
  type RedirectOptions,
  reauthenticateWithRedirect,
  signInWithRedirect,
} from "./popup/redirect.ts";
export type { PopupOptions } from "./popup/runner.ts";
export {
  type Credential,
  linkWithCredential,
  reauthenticateWithCredential,
  type SignInResult,
  signInWithCredential,
} from "./sign-in/credential.ts";
export {
  type EmailLink,
  emailLinkCredential,
  fetchSignInMethodsForEmail,
  isSignInWithEmailLink,
  type PasswordCredential,
  passwordCredential,
  reauthenticateWithPassword,
  signInAnonymously,
  signInWithCustomToken,
  signInWithEmailLink,
  signInWithPassword,
  signUp,
} from "./sign-in/methods.ts";
export {
  type HumanVerifier,
  phoneCredential,
  phoneCredentialFromError,
  sendPhoneCode,
  signInWithPhoneNumber,
  updatePhoneNumber,
} from "./sign-in/phone.ts";
export { credentialFromError, providerCredential } from "./sign-in/provider-credential.ts";
export { getMultiFactorResolver, type MultiFactorResolver } from "./sign-in/second-factor-resolver.ts";
export type { EnrolledFactor, Passkey, ProviderId, ProviderInfo, User } from "./user.ts";
