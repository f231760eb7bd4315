/**
 * Passkeys are a separate entry point, so that a page without them ships none of their code.
 * @module
 */
export { type PasskeyAutofillOptions, startPasskeyAutofill } from "./autofill.ts";
export { enrollPasskey } from "./enroll.ts";
export { removePasskey } from "./remove.ts";
export { type PasskeySignInOptions, reauthenticateWithPasskey, signInWithPasskey } from "./sign-in.ts";
