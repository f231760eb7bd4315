import type { FailureTexts } from "../../messages/failure.ts";

export const INVALID_MODE = "Invalid mode parameter";
export const INCOMPLETE = "This link is incomplete. Open the whole link from our email.";

/** The kinds of link that this page handles. */
export const ACTION_MODES = [
  "verifyEmail",
  "recoverEmail",
  "verifyAndChangeEmail",
  "revertSecondFactorAddition",
] as const;
export type ActionMode = (typeof ACTION_MODES)[number];
export const isActionMode = (mode: string | undefined): mode is ActionMode =>
  ACTION_MODES.some((each) => each === mode);

export const actionTitles: Record<ActionMode, string> = {
  verifyEmail: "Verify your email address",
  recoverEmail: "Get your email address back",
  verifyAndChangeEmail: "Change your email address",
  revertSecondFactorAddition: "Remove a verification method",
};

const GONE = "The account for this link no longer exists.";
const common: FailureTexts = {
  "user-not-found": GONE,
  "user-token-expired": GONE,
  "too-many-requests": "Too many attempts. Wait a while, then try again.",
};

/** What to do about an invalid link depends on its kind. */
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
