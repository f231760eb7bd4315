import type { FailureTexts } from "./failure.ts";

/** Codes with a different meaning on one form. */
const ACCOUNT_BY_US = "Contact us to open an account.";
export const signUpTexts: FailureTexts = {
  "admin-restricted-operation": ACCOUNT_BY_US,
  "operation-not-allowed": "You can’t create an account right now. Please write to us.",
};
export const signInTexts: FailureTexts = {
  "too-many-requests": "Too many attempts. Wait a while, or reset your password.",
  "password-does-not-meet-requirements":
    "Your password is no longer strong enough. Choose a new one to sign in.",
};
export const popupTexts: FailureTexts = {
  "admin-restricted-operation": ACCOUNT_BY_US,
  "invalid-credential": "The other service couldn’t confirm who you are. Try again, or sign in another way.",
  timeout: "The sign-in window was open too long. Please try again.",
};
export const passkeyAddTexts: FailureTexts = {
  "passkey-canceled":
    "No passkey was added: the prompt was canceled or timed out. Try again when you’re ready.",
};
export const forgotTexts: FailureTexts = {
  "too-many-requests": "We’ve already sent you several emails. Check spam, too.",
};
export const resetCodeTexts: FailureTexts = {
  "expired-action-code": "This link has expired. Request a new one.",
  "invalid-action-code": "This link was already used or is incomplete. Request a new one.",
  "user-not-found": "The account for this link no longer exists.",
  "user-token-expired": "The account for this link no longer exists.",
};
export const verificationTexts: FailureTexts = {
  "too-many-requests": "We’ve already sent you several emails. Check your inbox and spam, too.",
};
