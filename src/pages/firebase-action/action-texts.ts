import type { FailureTexts } from "../../messages/failure.ts";
import type { ActionMode } from "./action-mode.ts";

/** The titles before the outcome, and after a failure that may be temporary. */
const actionTitles: Record<ActionMode, string> = {
  verifyEmail: "Verify your email address",
  recoverEmail: "Get your email address back",
  verifyAndChangeEmail: "Change your email address",
  revertSecondFactorAddition: "Remove a verification method",
};
const doneTitles: Record<ActionMode, string> = {
  verifyEmail: "Email address verified",
  recoverEmail: "Email address restored",
  verifyAndChangeEmail: "Email address changed",
  revertSecondFactorAddition: "Verification method removed",
};

const GONE = "The account for this link no longer exists.";
const common: FailureTexts = {
  "user-not-found": GONE,
  "user-token-expired": GONE,
  "too-many-requests": "Too many attempts. Wait a while, then try again.",
};

/** The advice for an invalid link depends on its kind. */
export const actionFailureTexts: Record<ActionMode | "signIn", FailureTexts> = {
  verifyEmail: {
    ...common,
    "expired-action-code": "This link has expired. Sign in and request a new one on your dashboard.",
    "invalid-action-code":
      "This link was already used or is incomplete. If your email isn’t verified yet, request a new link on your dashboard.",
  },
  recoverEmail: {
    ...common,
    "expired-action-code": "This link has expired. Please write to us and we’ll help you back in.",
    "invalid-action-code":
      "This link was already used or is incomplete. If your email still isn’t the right one, please write to us.",
    "email-already-in-use":
      "This address now belongs to another account. Please write to us and we’ll help you back in.",
  },
  verifyAndChangeEmail: {
    ...common,
    "expired-action-code": "This link has expired. Change your email again in Settings.",
    "invalid-action-code":
      "This link was already used or is incomplete. If your email hasn’t changed, change it again in Settings.",
    "email-already-in-use":
      "This address now belongs to another account. Choose a different one in Settings.",
  },
  revertSecondFactorAddition: {
    ...common,
    "expired-action-code": "This link has expired. Remove the verification method in Settings.",
    "invalid-action-code":
      "This link was already used or is incomplete. Find your verification methods in Settings.",
  },
  signIn: {
    ...common,
    "expired-action-code": "This link has expired. Sign in another way.",
    "invalid-action-code": "This link was already used or is incomplete. Sign in another way.",
    "invalid-email": "This link was sent to a different address. Enter the address you got it at.",
    "operation-not-allowed": "Signing in by email link isn’t available here. Sign in another way.",
  },
};

export const actionTexts = {
  titles: actionTitles,
  doneTitles,
  deadLink: "This link doesn’t work",
  invalidMode: "Invalid mode parameter",
  notOurs: "This link is incomplete, or it isn’t ours. Open the whole link from our email.",
  incomplete: "This link is incomplete. Open the whole link from our email.",
  verified: "Your email has been verified. You may now close this window.",
  recovered: (email: string | undefined) =>
    email ? `Your email address has been set back to ${email}.` : "Your email address has been set back.",
  choosePassword: "Choose a new password now, in case someone else knows the old one.",
  resetSent:
    "We’ve sent a password reset email to it. Choose a new password, in case someone else knows the old one.",
  changed: (email: string | undefined) =>
    email
      ? `Your email address is now ${email}. Sign in with it from now on.`
      : "Your email address has changed. Sign in with the new one from now on.",
  factorRemoved: (name: string | undefined) =>
    name
      ? `The verification method “${name}” has been removed from your account.`
      : "The verification method has been removed from your account.",
  notYou: "If you didn’t add it, someone may know your password. Choose a new one.",
  getNewPassword: "Get a new password",
  toDashboard: "Go to the dashboard",
  toSettings: "Go to Settings",
  signIn: "Sign in",
  writeToUs: "Write to us",
  tryAgain: "Try again",
  linkTitle: "Sign in with your link",
  twoStep: "Two-step verification",
  email: "Email",
  emailHint: "The address the link was sent to.",
  emailMissing: "Please enter an email address",
  anotherWay: "Sign in another way",
};
