import { fileURLToPath } from "node:url";

const identity = JSON.stringify(fileURLToPath(new URL("../../src/index.ts", import.meta.url)));
const PASSWORD = "createIdentityClient, signUp, signInWithPassword, signOut, getIdToken";

/** The modules whose sizes the README names and `npm run bench -- bytes` compares with other clients. */
export const bundleRows = {
  password: `export { ${PASSWORD} } from ${identity};`,
  popup: `export { ${PASSWORD}, signInWithPopup, completeOAuthCallback, sendPasswordResetEmail, confirmPasswordReset, verifyPasswordResetCode, sendEmailVerification, applyActionCode, checkActionCode, updateProfile, updatePassword, updateEmail, reload } from ${identity};`,
  everything: `export * from ${identity};`,
};

const FIREBASE_PASSWORD =
  "initializeAuth, indexedDBLocalPersistence, createUserWithEmailAndPassword, signInWithEmailAndPassword, signOut, getIdToken, onAuthStateChanged";

const FIREBASE_POPUP = `${FIREBASE_PASSWORD}, signInWithPopup, browserPopupRedirectResolver, GoogleAuthProvider, sendPasswordResetEmail, confirmPasswordReset, verifyPasswordResetCode, sendEmailVerification, applyActionCode, checkActionCode, updateProfile, updatePassword, updateEmail, reload`;

/** The same rows as imports of `firebase/auth`, which its compatible entry and Google's SDK are compared by. */
export const firebaseImports = {
  password: FIREBASE_PASSWORD,
  popup: FIREBASE_POPUP,
  /**
   * Everything that our client has too. Left out, because our client has no such part: `RecaptchaVerifier`,
   * `debugErrorMap`, `AuthErrorCodes`, cookies as persistence, SAML and the setup for the emulator.
   */
  everything: `${FIREBASE_POPUP}, browserSessionPersistence, deleteUser, EmailAuthProvider, FacebookAuthProvider, fetchSignInMethodsForEmail, getIdTokenResult, getMultiFactorResolver, getRedirectResult, GithubAuthProvider, inMemoryPersistence, isSignInWithEmailLink, linkWithCredential, linkWithPopup, linkWithRedirect, multiFactor, parseActionCodeURL, PhoneAuthProvider, PhoneMultiFactorGenerator, reauthenticateWithCredential, reauthenticateWithPopup, reauthenticateWithRedirect, sendSignInLinkToEmail, setPersistence, signInAnonymously, signInWithCredential, signInWithCustomToken, signInWithEmailLink, signInWithPhoneNumber, signInWithRedirect, TotpMultiFactorGenerator, TwitterAuthProvider, unlink, updatePhoneNumber, validatePassword, verifyBeforeUpdateEmail`,
};
