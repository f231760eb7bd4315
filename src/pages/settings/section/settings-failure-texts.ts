import { passkeyAddTexts } from "../../../messages/auth-failure-texts.ts";
import type { FailureTexts } from "../../../messages/failure.ts";

const WRONG_PASSWORD = "That’s not your current password.";
/** Already signed in: only the password can be wrong, not the address. */
export const proofTexts: FailureTexts = {
  "wrong-password": WRONG_PASSWORD,
  "invalid-credential": WRONG_PASSWORD,
  "user-mismatch": "That’s a different account. Use the one you’re signed in with.",
};
export const emailTexts: FailureTexts = {
  "email-already-in-use": "Another account already uses this email address. Choose a different one.",
  "too-many-requests": "We’ve already sent you several emails. Check spam, too.",
};
export const passwordTexts: FailureTexts = {
  ...proofTexts,
  "too-many-requests": "Too many attempts. Wait a while, then try again.",
};
export const methodTexts: FailureTexts = {
  "credential-already-in-use":
    "That sign-in belongs to another account here. Sign out and use it, or choose a different one.",
  "email-already-in-use":
    "That sign-in’s email address belongs to another account here. Sign out and use it, or choose a different one.",
  "invalid-credential": "The other service couldn’t confirm who you are. Please try again.",
  "operation-not-allowed": "This sign-in method isn’t available here.",
};
export const factorTexts: FailureTexts = {
  "unverified-email": "Verify your email address first. Open the link in our email.",
  "code-expired": "This request expired. Start again to get a new code.",
  "operation-not-allowed": "This verification method isn’t available here. Choose another one.",
  "too-many-requests": "Too many attempts. Wait a while, then try again.",
};
export const passkeyTexts: FailureTexts = {
  ...passkeyAddTexts,
  "credential-already-in-use": "This passkey already belongs to another account.",
};

export const sessionFailureTexts: FailureTexts = {
  "internal-error": "We couldn’t do that right now. Please try again shortly.",
  "too-many-requests": "Too many attempts. Wait a while, then try again.",
};
export const historyFailureTexts: FailureTexts = {
  ...sessionFailureTexts,
  "internal-error": "We couldn’t look up your history. Please try again shortly.",
};
export const dataFailureTexts: FailureTexts = {
  ...sessionFailureTexts,
  "internal-error": "We couldn’t put your data together. Please try again shortly.",
};
export const sessionListTexts: FailureTexts = {
  ...sessionFailureTexts,
  "internal-error": "We couldn’t look up where you’re signed in. Please try again shortly.",
};
