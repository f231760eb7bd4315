import type { FailureTexts } from "./failure.ts";

export const verificationTexts: FailureTexts = {
  "too-many-requests": "We have sent several messages already. Check your inbox and spam, too.",
};
