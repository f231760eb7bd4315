import type { SignOutReason } from "@tallybin/identity";

/** Why a session ended involuntarily, and what to do now. */
export const signOutReasonText: Record<SignOutReason, string> = {
  "user-token-expired":
    "You’ve been signed out, from another device or because your sign-in details changed. Please sign in again.",
  "user-disabled": "Your account has been disabled. Please write to us if you think this is a mistake.",
  "user-not-found": "This account no longer exists.",
  "invalid-refresh-token": "Your session has ended. Please sign in again.",
  "invalid-user-token": "Your session has ended. Please sign in again.",
};
