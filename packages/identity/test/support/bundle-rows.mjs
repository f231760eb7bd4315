import { fileURLToPath } from "node:url";

const identity = JSON.stringify(fileURLToPath(new URL("../../src/index.ts", import.meta.url)));
const PASSWORD = "createIdentityClient, signUp, signInWithPassword, signOut, getIdToken";

/** The modules whose sizes the README names and `npm run bench -- bytes` compares with other clients. */
export const bundleRows = {
  password: `export { ${PASSWORD} } from ${identity};`,
  popup: `export { ${PASSWORD}, signInWithPopup, completeOAuthCallback, sendPasswordResetEmail, confirmPasswordReset, verifyPasswordResetCode, sendEmailVerification, applyActionCode, checkActionCode, updateProfile, updatePassword, updateEmail, reload } from ${identity};`,
  everything: `export * from ${identity};`,
};
