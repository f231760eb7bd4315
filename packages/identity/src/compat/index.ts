/**
 * The functions, classes and codes of `firebase/auth`, on this package's client.
 * @module
 */
export {
  beforeAuthStateChanged,
  onAuthStateChanged,
  onIdTokenChanged,
  setPersistence,
  signOut,
  updateCurrentUser,
  useDeviceLanguage,
} from "./account/auth.ts";
export {
  type ActionCodeInfo,
  type ActionCodeSettings,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  verifyPasswordResetCode,
} from "./account/codes.ts";
export {
  initializeRecaptchaConfig,
  type PasswordPolicy,
  type PasswordValidationStatus,
  revokeAccessToken,
  validatePassword,
} from "./account/project.ts";
export {
  deleteUser,
  getIdToken,
  getIdTokenResult,
  reload,
  sendEmailVerification,
  unlink,
  updateEmail,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from "./account/user.ts";
export { initializeAuth } from "./auth/app.ts";
export { connectAuthEmulator } from "./auth/auth.ts";
export {
  browserCookiePersistence,
  browserLocalPersistence,
  browserSessionPersistence,
  indexedDBLocalPersistence,
  inMemoryPersistence,
} from "./auth/persistence.ts";
export {
  ActionCodeOperation,
  debugErrorMap,
  FactorId,
  OperationType,
  ProviderId,
  prodErrorMap,
  SignInMethod,
} from "./constants.ts";
export { AuthErrorCodes } from "./error-codes.ts";
export type { AuthError } from "./errors.ts";
export { getAuth, identityClientOf } from "./get-auth.ts";
export {
  type ConfirmationResult,
  linkWithPhoneNumber,
  PhoneAuthProvider,
  type PhoneInfoOptions,
  reauthenticateWithPhoneNumber,
  signInWithPhoneNumber,
  updatePhoneNumber,
} from "./phone/phone.ts";
export {
  type ApplicationVerifier,
  type RecaptchaParameters,
  RecaptchaVerifier,
} from "./phone/recaptcha-verifier.ts";
export { linkWithPopup, reauthenticateWithPopup, signInWithPopup } from "./popup/popup.ts";
export {
  browserPopupRedirectResolver,
  getRedirectResult,
  linkWithRedirect,
  reauthenticateWithRedirect,
  signInWithRedirect,
} from "./popup/redirect.ts";
export { ActionCodeURL, parseActionCodeURL } from "./providers/action-code-url.ts";
export { type AdditionalUserInfo, getAdditionalUserInfo } from "./providers/additional-user-info.ts";
export {
  AuthCredential,
  EmailAuthCredential,
  OAuthCredential,
  PhoneAuthCredential,
} from "./providers/credentials.ts";
export {
  type AuthProvider,
  type CustomParameters,
  EmailAuthProvider,
  FacebookAuthProvider,
  GithubAuthProvider,
  GoogleAuthProvider,
  type OAuthCredentialOptions,
  OAuthProvider,
  SAMLAuthProvider,
  TwitterAuthProvider,
} from "./providers/providers.ts";
export {
  type MultiFactorAssertion,
  PhoneMultiFactorGenerator,
  TotpMultiFactorGenerator,
  TotpSecret,
} from "./second-factor/generators.ts";
export type { MultiFactorInfo } from "./second-factor/info.ts";
export {
  getMultiFactorResolver,
  type MultiFactorResolver,
  type MultiFactorUser,
  multiFactor,
} from "./second-factor/multi-factor.ts";
export type { MultiFactorSession } from "./second-factor/session.ts";
export {
  linkWithCredential,
  reauthenticateWithCredential,
  signInWithCredential,
} from "./sign-in/credential.ts";
export {
  createUserWithEmailAndPassword,
  fetchSignInMethodsForEmail,
  isSignInWithEmailLink,
  signInAnonymously,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
} from "./sign-in/methods.ts";
export type {
  MultiFactorError,
  PhoneMultiFactorAssertion,
  PhoneMultiFactorEnrollInfoOptions,
  PhoneMultiFactorInfo,
  PhoneMultiFactorSignInInfoOptions,
  PhoneSingleFactorInfoOptions,
  ReactNativeAsyncStorage,
  TotpMultiFactorAssertion,
  TotpMultiFactorInfo,
  UserProfile,
} from "./type-names.ts";
export type {
  Auth,
  AuthErrorMap,
  AuthSettings,
  CompleteFn,
  Config,
  Dependencies,
  EmulatorConfig,
  ErrorFn,
  IdTokenResult,
  NextFn,
  NextOrObserver,
  ParsedToken,
  Persistence,
  PopupRedirectResolver,
  Unsubscribe,
  User,
  UserCredential,
  UserInfo,
  UserMetadata,
} from "./types.ts";
