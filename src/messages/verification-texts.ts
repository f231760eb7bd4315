import type { FailureTexts } from "./failure.ts";

export const verificationTexts: FailureTexts = {
  "too-many-requests": "We’ve already sent you several emails. Check your inbox and spam, too.",
};
