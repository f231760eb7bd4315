export {
  credentialFromError,
  fetchSignInMethodsForEmail,
  linkWithPopup,
  reauthenticateWithPopup,
  signInWithPopup,
} from "@tallybin/identity";
