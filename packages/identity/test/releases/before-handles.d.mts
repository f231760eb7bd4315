export { serverCustody } from "../../src/custody/index.ts";
export {
  createIdentityClient,
  getIdToken,
  signInWithPassword,
  signOut,
  watchStoredSession,
} from "../../src/index.ts";
