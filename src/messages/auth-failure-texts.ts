import type { FailureTexts } from "./failure.ts";

/** Codes with a different meaning on one form. */
export const passkeyAddTexts: FailureTexts = {
  "passkey-canceled":
    "No passkey was added: the prompt was canceled or timed out. Try again when you’re ready.",
};
export const verificationTexts: FailureTexts = {
  "too-many-requests": "We’ve already sent you several emails. Check your inbox and spam, too.",
};
