import type { AccountLinkDetails, AccountLinkMode } from "./account-links.ts";

type Details = AccountLinkDetails;
type LinkTexts = {
  title: string;
  /** What the button will do, before the press. */
  plan: (details: Details) => string;
  /** For a reader who does not expect the mail, or who has changed their mind. */
  otherwise: string;
  button: string;
  doneTitle: string;
  done: (details: Details) => string;
  expired: string;
  used: string;
  /** Set for changes of an address. */
  taken?: string;
};

/** The texts of each kind of mailed link, for the site's page and for the server's. */
export const accountLinkTexts: Record<AccountLinkMode, LinkTexts> = {
  verifyEmail: {
    title: "Verify your email address",
    plan: ({ email }) =>
      email ? `Confirm that ${email} is your email address.` : "Confirm that this is your email address.",
    otherwise: "Not your account? Close this window, and nothing changes.",
    button: "Verify my email",
    doneTitle: "Email address verified",
    done: () => "Your email has been verified. You may now close this window.",
    expired: "This link has expired. Sign in and request a new one on your dashboard.",
    used: "This link was already used or is incomplete. If your email isn’t verified yet, request a new link on your dashboard.",
  },
  recoverEmail: {
    title: "Get your email address back",
    plan: ({ email, previousEmail }) =>
      email && previousEmail
        ? `Your account’s email changes from ${previousEmail} back to ${email}. We’ll also send you a password reset email.`
        : "Your account’s email changes back to this address. We’ll also send you a password reset email.",
    otherwise: "Changed it yourself? Close this window, and nothing changes.",
    button: "Set my email back",
    doneTitle: "Email address restored",
    done: ({ email }) =>
      email ? `Your email address has been set back to ${email}.` : "Your email address has been set back.",
    expired: "This link has expired. Please write to us and we’ll help you back in.",
    used: "This link was already used or is incomplete. If your email still isn’t the right one, please write to us.",
    taken: "This address now belongs to another account. Please write to us and we’ll help you back in.",
  },
  verifyAndChangeEmail: {
    title: "Change your email address",
    plan: ({ email, previousEmail }) =>
      email && previousEmail
        ? `Your account’s email changes from ${previousEmail} to ${email}.`
        : "Your account’s email changes to this address.",
    otherwise: "Not your account? Close this window, and nothing changes.",
    button: "Change my email",
    doneTitle: "Email address changed",
    done: ({ email }) =>
      email
        ? `Your email address is now ${email}. Sign in with it from now on.`
        : "Your email address has changed. Sign in with the new one from now on.",
    expired: "This link has expired. Change your email again in Settings.",
    used: "This link was already used or is incomplete. If your email hasn’t changed, change it again in Settings.",
    taken: "This address now belongs to another account. Choose a different one in Settings.",
  },
  revertSecondFactorAddition: {
    title: "Remove a verification method",
    plan: ({ email, factor }) => {
      const method = factor ? `The verification method “${factor}”` : "The newest verification method";
      return `${method} is removed from ${email ? `the account of ${email}` : "your account"}.`;
    },
    otherwise: "Added it yourself? Close this window, and it stays.",
    button: "Remove it",
    doneTitle: "Verification method removed",
    done: ({ factor }) =>
      factor
        ? `The verification method “${factor}” has been removed from your account.`
        : "The verification method has been removed from your account.",
    expired: "This link has expired. Remove the verification method in Settings.",
    used: "This link was already used or is incomplete. Find your verification methods in Settings.",
  },
};

export const commonLinkTexts = {
  dead: "This link doesn’t work",
  gone: "The account for this link no longer exists.",
  incomplete: "This link is incomplete. Open the whole link from our email.",
  resetSent:
    "We’ve sent a password reset email to it. Choose a new password, in case someone else knows the old one.",
  choosePassword: "Choose a new password now, in case someone else knows the old one.",
  notYou: "If you didn’t add it, someone may know your password. Choose a new one.",
  getNewPassword: "Get a new password",
  signIn: "Sign in",
  writeToUs: "Write to us",
};
