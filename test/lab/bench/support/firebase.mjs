const FIREBASE_PASSWORD =
  "initializeAuth, indexedDBLocalPersistence, createUserWithEmailAndPassword, signInWithEmailAndPassword, signOut, getIdToken, onAuthStateChanged";

const FIREBASE_POPUP = `${FIREBASE_PASSWORD}, signInWithPopup, browserPopupRedirectResolver, GoogleAuthProvider, sendPasswordResetEmail, confirmPasswordReset, verifyPasswordResetCode, sendEmailVerification, applyActionCode, checkActionCode, updateProfile, updatePassword, updateEmail, reload`;

/** The rows of `bundle-rows.mjs` as imports of `firebase/auth`. */
const firebaseImports = {
  password: FIREBASE_PASSWORD,
  popup: FIREBASE_POPUP,
  /**
   * Everything that our client has too. Left out, because our client has no such part: `RecaptchaVerifier`,
   * `debugErrorMap`, `AuthErrorCodes`, cookies as persistence, SAML and the setup for the emulator.
   */
  everything: `${FIREBASE_POPUP}, browserSessionPersistence, deleteUser, EmailAuthProvider, FacebookAuthProvider, fetchSignInMethodsForEmail, getIdTokenResult, getMultiFactorResolver, getRedirectResult, GithubAuthProvider, inMemoryPersistence, isSignInWithEmailLink, linkWithCredential, linkWithPopup, linkWithRedirect, multiFactor, parseActionCodeURL, PhoneAuthProvider, PhoneMultiFactorGenerator, reauthenticateWithCredential, reauthenticateWithPopup, reauthenticateWithRedirect, sendSignInLinkToEmail, setPersistence, signInAnonymously, signInWithCredential, signInWithCustomToken, signInWithEmailLink, signInWithPhoneNumber, signInWithRedirect, TotpMultiFactorGenerator, TwitterAuthProvider, unlink, updatePhoneNumber, validatePassword, verifyBeforeUpdateEmail`,
};

/**
 * One release of Firebase's SDK.
 * @param {string} name
 * @param {string} version
 * @param {{ app: string, auth: string, firestore?: string }} modules
 * @returns {import("./arm.mjs").Arm}
 */
export const firebaseArm = (name, version, modules) => {
  const [app, auth] = [JSON.stringify(modules.app), JSON.stringify(modules.auth)];
  const withApp = (/** @type {string} */ exports) =>
    `export { initializeApp } from ${app}; export { ${exports} } from ${auth};`;
  return {
    name,
    version,
    bytes: {
      password: withApp(firebaseImports.password),
      popup: withApp(firebaseImports.popup),
      everything: withApp(firebaseImports.everything),
      app: `export { initializeApp } from ${app};`,
      ...(modules.firestore !== undefined && {
        document: `export { initializeFirestore, doc, onSnapshot, setDoc, updateDoc, deleteDoc } from ${JSON.stringify(modules.firestore)};`,
      }),
    },
    page: ({ api, key, project, withPopup }) => `
      import { initializeApp } from ${app};
      import * as sdk from ${auth};
      const auth = sdk.initializeAuth(initializeApp({ apiKey: ${JSON.stringify(key)}, projectId: ${JSON.stringify(project)}, authDomain: ${JSON.stringify(`${project}.firebaseapp.com`)} }), {
        persistence: sdk.indexedDBLocalPersistence,
        ${withPopup ? "popupRedirectResolver: sdk.browserPopupRedirectResolver," : ""}
      });
      sdk.connectAuthEmulator(auth, ${JSON.stringify(api)}, { disableWarnings: true });
      export const firstState = auth.authStateReady().then(() => auth.currentUser !== null);
      export const register = (email, password) => sdk.createUserWithEmailAndPassword(auth, email, password);
      export const signIn = (email, password) => sdk.signInWithEmailAndPassword(auth, email, password);
      export const leave = () => sdk.signOut(auth);
      export const token = () => sdk.getIdToken(auth.currentUser);
      ${withPopup ? "export const popup = () => sdk.signInWithPopup(auth, new sdk.GoogleAuthProvider());" : ""}
    `,
    remarks: { "first-state": "first asks whether the account still exists" },
    refreshes: "/securetoken.googleapis.com/v1/token",
  };
};

/** The modules of an installed release. @param {string} scope their common prefix: `firebase` or `@firebase` */
export const modulesOf = (scope) => ({
  app: `${scope}/app`,
  auth: `${scope}/auth`,
  firestore: `${scope}/firestore`,
});
