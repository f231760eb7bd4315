import { readFileSync } from "node:fs";

const PASSWORD =
  "initializeAuth, indexedDBLocalPersistence, createUserWithEmailAndPassword, signInWithEmailAndPassword, signOut, getIdToken, onAuthStateChanged";

/**
 * One release of Firebase's SDK.
 * @param {string} name
 * @param {string} folder of the package
 * @returns {import("./arm.mjs").Arm}
 */
export const firebaseArm = (name, folder) => {
  const app = JSON.stringify(`${folder}/app`);
  const auth = JSON.stringify(`${folder}/auth`);
  const withApp = (/** @type {string} */ exports) =>
    `export { initializeApp } from ${app}; export { ${exports} } from ${auth};`;
  return {
    name,
    version: JSON.parse(readFileSync(`${folder}/package.json`, "utf8")).version,
    bytes: {
      password: withApp(PASSWORD),
      popup: withApp(
        `${PASSWORD}, signInWithPopup, browserPopupRedirectResolver, GoogleAuthProvider, sendPasswordResetEmail, confirmPasswordReset, verifyPasswordResetCode, sendEmailVerification, applyActionCode, checkActionCode, updateProfile, updatePassword, updateEmail, reload`,
      ),
      everything: `export { initializeApp } from ${app}; export * from ${auth};`,
      document: `export { initializeFirestore, doc, onSnapshot, setDoc, updateDoc, deleteDoc } from ${JSON.stringify(`${folder}/firestore`)};`,
    },
    page: ({ api, key, project }) => `
      import { initializeApp } from ${app};
      import * as sdk from ${auth};
      const auth = sdk.initializeAuth(initializeApp({ apiKey: ${JSON.stringify(key)}, projectId: ${JSON.stringify(project)} }), {
        persistence: sdk.indexedDBLocalPersistence,
      });
      sdk.connectAuthEmulator(auth, ${JSON.stringify(api)}, { disableWarnings: true });
      export const firstState = auth.authStateReady().then(() => auth.currentUser !== null);
      export const register = (email, password) => sdk.createUserWithEmailAndPassword(auth, email, password);
      export const signIn = (email, password) => sdk.signInWithEmailAndPassword(auth, email, password);
      export const leave = () => sdk.signOut(auth);
      export const token = () => sdk.getIdToken(auth.currentUser);
    `,
  };
};
