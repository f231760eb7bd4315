/**
 * The part of the identity package that a signed-out visitor of a public page never needs. A separate module, because
 * a module that is imported both statically and dynamically would end up in the first view's script.
 */
export {
  createIdentityClient,
  fetchPasswordPolicy,
  forUser,
  getIdToken,
  invalidateSession,
  signOut,
} from "@tallybin/identity";
