import { accountLinkTexts, commonLinkTexts } from "@tallybin/contract/account-link-texts";
import type { AccountLinkMode } from "@tallybin/contract/account-links";
import type { FailureTexts } from "../../messages/failure.ts";

const common: FailureTexts = {
  "user-not-found": commonLinkTexts.gone,
  "user-token-expired": commonLinkTexts.gone,
};

/** The advice for an invalid link depends on its kind. */
export function linkFailureTexts(mode: AccountLinkMode): FailureTexts {
  const { expired, used, taken } = accountLinkTexts[mode];
  return {
    ...common,
    "expired-action-code": expired,
    "invalid-action-code": used,
    ...(taken && { "email-already-in-use": taken }),
  };
}

export const signInLinkFailureTexts: FailureTexts = {
  ...common,
  "expired-action-code": "This link has expired. Sign in another way.",
  "invalid-action-code": "This link was already used or is incomplete. Sign in another way.",
  "invalid-email": "This link was sent to a different address. Enter the address you got it at.",
  "operation-not-allowed": "Signing in by email link isn’t available here. Sign in another way.",
};

export const actionTexts = {
  ...commonLinkTexts,
  invalidMode: "Invalid mode parameter",
  notOurs: "This link is incomplete, or it isn’t ours. Open the whole link from our email.",
  /** The link was used before, and this browser's account has what it is for. */
  usedBefore: (email: string) => `You’re signed in as ${email}. The link was used before.`,
  to: { dashboard: "Go to the dashboard", settings: "Go to Settings" },
  tryAgain: "Try again",
  linkTitle: "Sign in with your link",
  twoStep: "Two-step verification",
  email: "Email",
  emailHint: "The address the link was sent to.",
  anotherWay: "Sign in another way",
};
