import type { ProfileField } from "../../account/profile-changes.ts";
import { passkeyAddTexts } from "../../messages/auth-failure-texts.ts";
import type { FailureTexts } from "../../messages/failure.ts";

export const PICTURE_INVALID = "Please enter a full address that begins with https://";
export const OTHER_HOST = "We do not load pictures from that address: your initials are shown instead.";
export const NOT_STORED =
  "Your name and picture are saved for signing in, but not in your user data. Please save them again.";
export const NOT_IN_IDENTITY =
  "Your name and picture are saved in your user data, but not for signing in. Please save them again.";

const fieldNames: Record<ProfileField, string> = { name: "name", picture: "picture" };
export const conflictText = (fields: readonly ProfileField[]): string =>
  `Your ${fields.map((field) => fieldNames[field]).join(" and ")} changed on another device meanwhile. What you typed is not saved: save again to replace that change.`;

export const PASSWORD_MISSING = "Please enter a password";

const WRONG_PASSWORD = "That is not your current password.";
/** Already signed in: only the password can be wrong, not the address. */
export const proofTexts: FailureTexts = {
  "wrong-password": WRONG_PASSWORD,
  "invalid-credential": WRONG_PASSWORD,
  "user-mismatch": "That is another account. Confirm with the one you are signed in with.",
};
export const emailTexts: FailureTexts = {
  "email-already-in-use": "Another account has this email address already. Choose another one.",
  "too-many-requests": "We have sent several messages already.",
};
export const passwordTexts: FailureTexts = {
  ...proofTexts,
  "too-many-requests": "Too many attempts for now.",
};
export const methodTexts: FailureTexts = {
  "credential-already-in-use":
    "That sign-in belongs to another account here. Sign out and use it, or choose another one.",
  "email-already-in-use":
    "That sign-in's email address belongs to another account here. Sign out and use it, or choose another one.",
  "invalid-credential": "The other service did not confirm who you are. Please try again.",
  "operation-not-allowed": "This way of signing in is not offered here.",
};
export const factorTexts: FailureTexts = {
  "unverified-email": "Verify your email address first: the link is in the message we sent.",
  "code-expired": "That took too long. Start again to get a new key or a new message.",
  "operation-not-allowed": "This second step is not offered here. Choose another one.",
  "too-many-requests": "Too many attempts for now.",
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
  "internal-error": "We could not do that right now. Please try again in a moment.",
  "too-many-requests": "Too many attempts for now.",
};
