/**
 * Passkeys are a separate entry point, so that a page without them ships none of their code.
 * @module
 */

export { enrollPasskey, removePasskey } from "./enrollment.ts";
export {
  type PasskeyAutofillOptions,
  type PasskeySignInOptions,
  reauthenticateWithPasskey,
  signInWithPasskey,
  startPasskeyAutofill,
} from "./sign-in.ts";
