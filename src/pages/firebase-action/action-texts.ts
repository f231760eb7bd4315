import type { FailureTexts } from "../../messages/failure.ts";

export const INVALID_MODE = "Invalid mode parameter";
export const INCOMPLETE = "This link is not complete. Open the whole link from the message.";

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
  revertSecondFactorAddition: "Remove a second step",
};

const GONE = "The account this link was made for no longer exists.";
const common: FailureTexts = {
  "user-not-found": GONE,
  "user-token-expired": GONE,
  "too-many-requests": "Too many attempts for now.",
};

/** What to do about an invalid link depends on its kind. */
export const actionFailureTexts: Record<ActionMode | "signIn", FailureTexts> = {
  verifyEmail: {
    ...common,
    "expired-action-code": "This link has expired. Sign in and have a new one sent from your dashboard.",
    "invalid-action-code":
      "This link was already used, or is not complete. If your address is not verified yet, have a new link sent from your dashboard.",
  },
  recoverEmail: {
    ...common,
    "expired-action-code": "This link has expired. Please write to us, so that we can help you back in.",
    "invalid-action-code":
      "This link was already used, or is not complete. If your address is still another one, please write to us.",
    "email-already-in-use":
      "This address belongs to another account by now. Please write to us, so that we can help you back in.",
  },
  verifyAndChangeEmail: {
    ...common,
    "expired-action-code": "This link has expired. Ask for the change again in Settings.",
    "invalid-action-code":
      "This link was already used, or is not complete. If your address is still the old one, ask for the change again in Settings.",
    "email-already-in-use": "This address belongs to another account by now. Choose another one in Settings.",
  },
  revertSecondFactorAddition: {
    ...common,
    "expired-action-code": "This link has expired. Remove the second step in Settings.",
    "invalid-action-code":
      "This link was already used, or is not complete. Your second steps are listed in Settings.",
  },
  signIn: {
    ...common,
    "expired-action-code": "This link has expired. Sign in another way.",
    "invalid-action-code": "This link was already used, or is not complete. Sign in another way.",
    "invalid-email": "The link was sent to another address. Type the address it was sent to.",
    "operation-not-allowed": "Signing in by a link is not offered here. Sign in another way.",
  },
};
