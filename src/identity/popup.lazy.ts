/** The popup's code, of use only beside buttons that open one. A module of its own, so that it is its own chunk. */
export {
  credentialFromError,
  fetchSignInMethodsForEmail,
  linkWithPopup,
  reauthenticateWithPopup,
  signInWithPopup,
} from "@tallybin/identity";
