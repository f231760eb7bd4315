import type { FailureTexts } from "./failure.ts";

/** Codes with a different meaning on one form. */
export const signUpTexts: FailureTexts = {
  "operation-not-allowed": "New accounts are not offered at the moment. Please write to us.",
};
export const popupTexts: FailureTexts = {
  "invalid-credential": "The other service did not confirm who you are. Try again, or sign in another way.",
  timeout: "The sign-in window was open for too long. Please try again.",
  "too-many-requests": "Too many attempts for now.",
};
export const passkeyAddTexts: FailureTexts = {
  "passkey-canceled":
    "No passkey was added: the prompt was canceled or timed out. Try again when you’re ready.",
};
export const forgotTexts: FailureTexts = {
  "too-many-requests": "We have sent several messages already. Look for them, also among the junk.",
};
export const resetCodeTexts: FailureTexts = {
  "expired-action-code": "This link has expired. Have a new one sent to you.",
  "invalid-action-code": "This link was already used, or is not complete. Have a new one sent to you.",
  "user-not-found": "The account this link was made for no longer exists.",
  "user-token-expired": "The account this link was made for no longer exists.",
  "too-many-requests": "Too many attempts for now.",
};
