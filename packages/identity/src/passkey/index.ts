/**
 * Passkeys: a second door, so that a page that offers none ships none of it.
 * @module
 */
export { type PasskeyAutofillOptions, startPasskeyAutofill } from "./autofill.ts";
export { enrollPasskey } from "./enroll.ts";
export { removePasskey } from "./remove.ts";
export { type PasskeySignInOptions, reauthenticateWithPasskey, signInWithPasskey } from "./sign-in.ts";
