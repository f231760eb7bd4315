import type { OobType } from "../state/codes.ts";

/** The subject of each mail. */
export const mailTexts: Record<OobType, string> = {
  PASSWORD_RESET: "Reset your password",
  EMAIL_SIGNIN: "Your sign-in link",
  VERIFY_EMAIL: "Verify your email address",
  VERIFY_AND_CHANGE_EMAIL: "Confirm your new email address",
  RECOVER_EMAIL: "Your email address was changed",
  REVERT_SECOND_FACTOR_ADDITION: "A verification method was added to your account",
};
