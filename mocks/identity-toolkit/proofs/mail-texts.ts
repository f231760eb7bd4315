import type { OobType } from "../state/codes.ts";

/** Values of a mail. `app` is the project's public name; `person` is empty without a display name. */
export type MailFacts = { app: string; person: string; email: string; newEmail: string; factor: string };

/** A mail around its link: the paragraphs before and after it. */
type MailTexts = { subject: string; before: string; after: string };

/**
 * Each mail, in the shape of the service's default templates.
 * @see https://support.google.com/firebase/answer/7000714
 */
export const mailTexts: Record<OobType, (facts: MailFacts) => MailTexts> = {
  PASSWORD_RESET: ({ app, email }) => ({
    subject: `Reset your password for ${app}`,
    before: `Follow this link to reset your ${app} password for your ${email} account.`,
    after: "If you didn’t ask to reset your password, you can ignore this email.",
  }),
  EMAIL_SIGNIN: ({ app, email }) => ({
    subject: `Sign in to ${app}`,
    before: `We received a request to sign in to ${app} using this email address. To sign in with your ${email} account, follow this link.`,
    after: "If you didn’t request this link, you can ignore this email.",
  }),
  VERIFY_EMAIL: ({ app }) => ({
    subject: `Verify your email for ${app}`,
    before: "Follow this link to verify your email address.",
    after: "If you didn’t ask to verify this address, you can ignore this email.",
  }),
  VERIFY_AND_CHANGE_EMAIL: ({ app, newEmail }) => ({
    subject: `Verify your new email for ${app}`,
    before: `Follow this link to change your email address for ${app} to ${newEmail}.`,
    after: "If you didn’t ask to change your email address, you can ignore this email.",
  }),
  RECOVER_EMAIL: ({ app, newEmail }) => ({
    subject: `Your sign-in email was changed for ${app}`,
    before: `Your sign-in email for ${app} was changed to ${newEmail}.`,
    after: "If you didn’t ask to change it, follow the link to get your previous address back.",
  }),
  REVERT_SECOND_FACTOR_ADDITION: ({ app, factor }) => ({
    subject: `You’ve added two-step verification to your ${app} account`,
    before: `Your account in ${app} now has ${factor} for two-step verification.`,
    after: "If you didn’t add it, follow the link to remove it.",
  }),
};

export const greetingOf = (person: string): string => (person === "" ? "Hello," : `Hello ${person},`);
export const signatureOf = (app: string): readonly [string, string] => ["Thanks,", `Your ${app} team`];
export const unnamedFactor = "a new verification method";
