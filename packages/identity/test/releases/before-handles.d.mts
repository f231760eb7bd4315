export { serverCustody } from "../../src/custody/index.ts";
export {
  createIdentityClient,
  getIdToken,
  signOut,
} from "../../src/index.ts";
