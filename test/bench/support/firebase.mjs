import { firebaseImports } from "../../../packages/identity/test/support/bundle-rows.mjs";

/**
 * One release of Firebase's SDK, or a module that takes the place of `firebase/auth`.
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
