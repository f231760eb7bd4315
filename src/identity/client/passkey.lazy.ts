export {
  enrollPasskey,
  reauthenticateWithPasskey,
  removePasskey,
  signInWithPasskey,
  startPasskeyAutofill,
} from "@tallybin/identity/passkey";
