import type { ProfileField } from "../../account/profile-changes.ts";
import { passkeyAddTexts } from "../../messages/auth-failure-texts.ts";
import type { FailureTexts } from "../../messages/failure.ts";

export const PICTURE_INVALID = "Enter a full address that starts with https://";
export const OTHER_HOST = "We can’t show pictures from that address, so your initials are shown instead.";
export const PARTLY_SAVED = "Only part of your profile was saved. Please save it again.";

const fieldNames: Record<ProfileField, string> = { name: "name", picture: "picture" };
export const conflictText = (fields: readonly ProfileField[]): string =>
  `Your ${fields.map((field) => fieldNames[field]).join(" and ")} changed on another device. Save again to replace that change with yours.`;

export const PASSWORD_MISSING = "Please enter a password";

const WRONG_PASSWORD = "That’s not your current password.";
/** Already signed in: only the password can be wrong, not the address. */
export const proofTexts: FailureTexts = {
  "wrong-password": WRONG_PASSWORD,
  "invalid-credential": WRONG_PASSWORD,
  "user-mismatch": "That’s a different account. Use the one you’re signed in with.",
};
export const emailTexts: FailureTexts = {
  "email-already-in-use": "Another account already uses this email address. Choose a different one.",
  "too-many-requests": "We’ve already sent you several emails. Check spam, too.",
};
export const passwordTexts: FailureTexts = {
  ...proofTexts,
  "too-many-requests": "Too many attempts. Wait a while, then try again.",
};
export const methodTexts: FailureTexts = {
  "credential-already-in-use":
    "That sign-in belongs to another account here. Sign out and use it, or choose a different one.",
  "email-already-in-use":
    "That sign-in’s email address belongs to another account here. Sign out and use it, or choose a different one.",
  "invalid-credential": "The other service couldn’t confirm who you are. Please try again.",
  "operation-not-allowed": "This sign-in method isn’t available here.",
};
export const factorTexts: FailureTexts = {
  "unverified-email": "Verify your email address first. Open the link in our email.",
  "code-expired": "This request expired. Start again to get a new code.",
  "operation-not-allowed": "This verification method isn’t available here. Choose another one.",
  "too-many-requests": "Too many attempts. Wait a while, then try again.",
};
export const passkeyTexts: FailureTexts = {
  ...passkeyAddTexts,
  "credential-already-in-use": "This passkey already belongs to another account.",
};

const WITHIN_AN_HOUR = "A page that is already open there can stay signed in for up to an hour.";
export const sessionTexts = {
  intro: `Browsers that are signed in to your account. If you don’t know one, sign it out and change your password. ${WITHIN_AN_HOUR}`,
  byPassword: "Each browser keeps its own sign-in. Changing your password signs you out everywhere else.",
  byBrowser: "Each browser keeps its own sign-in until you sign out there.",
  loading: "Looking up where you’re signed in …",
  question: `You’ll be signed out in every browser but this one. ${WITHIN_AN_HOUR}`,
  endedOne: (name: string) => `${name} is signed out.`,
  endedOthers: "You’re signed out everywhere else.",
};
export const sessionFailureTexts: FailureTexts = {
  "internal-error": "We couldn’t do that right now. Please try again shortly.",
  "too-many-requests": "Too many attempts. Wait a while, then try again.",
};
