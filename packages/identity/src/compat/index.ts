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
export { browserPopupRedirectResolver, getAuth, initializeAuth } from "./auth/app.ts";
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
