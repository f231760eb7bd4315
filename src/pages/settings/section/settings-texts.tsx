import { company } from "@tallybin/contract/company";
import type { ReactElement } from "react";
import type { ProfileField } from "../../../account/profile-changes.ts";
import { passkeyAddTexts } from "../../../messages/auth-failure-texts.ts";
import type { FailureTexts } from "../../../messages/failure.ts";

const fieldNames: Record<ProfileField, string> = { name: "name", picture: "picture" };

export const rowTexts = {
  change: "Change",
  add: "Add",
  setUp: "Set up",
  manage: "Manage",
  close: "Close",
  show: "Show",
  delete: "Delete",
  actionOn: (action: string, setting: string) => `${action}: ${setting}`,
};

export const profileTexts = {
  title: "Profile",
  noName: "No name yet",
  name: "Name",
  picture: "Picture address",
  pictureInvalid: "Enter a full address that starts with https://",
  tooLong: (max: number) => `Please use at most ${max} characters`,
  pictureTooLong: (max: number) => `Please use an address of at most ${max.toLocaleString("en")} characters`,
  otherHost: "We can’t show pictures from that address, so your initials are shown instead.",
  anonymous: "Account",
  preview: "This is how you appear in the menu.",
  save: "Save profile",
  saved: "Your profile is saved.",
  partlySaved: "Only part of your profile was saved. Please save it again.",
  conflict: (fields: readonly ProfileField[]) =>
    `Your ${fields.map((field) => fieldNames[field]).join(" and ")} changed on another device. Save again to replace that change with yours.`,
};

export const emailTexts = {
  title: "Email",
  none: "No email address yet.",
  field: "New email",
  same: "This is your address already",
  add: "Add email",
  change: "Change email",
  changeSent: (address: string) =>
    `We’ve sent an email to ${address}. Your address changes once you open the link in it.`,
  changed: (address: string) =>
    `Your address is now ${address}. We’ve sent an email to it: open its link to verify it.`,
  verificationSent: (address: string) =>
    `We’ve sent an email to ${address}. Open the link in it to verify this address.`,
  sendAgain: "Send again",
  failures: {
    "email-already-in-use": "Another account already uses this email address. Choose a different one.",
    "too-many-requests": "We’ve already sent you several emails. Check spam, too.",
  } satisfies FailureTexts,
};

export const passwordTexts = {
  title: "Password",
  hasOne: "Set",
  hasNone: "Not set",
  needsEmail: "A password needs an email address. Add one above first.",
  introChange: "Changing your password signs you out on every other device.",
  introSet: "You have no password yet. With one, you can also sign in by email.",
  current: "Current password",
  next: "New password",
  confirm: "Confirm password",
  change: "Change password",
  set: "Set password",
  changed: "Your password has been changed. You’re signed out on every other device.",
  isSet: "Your password is set.",
};

export const methodTexts = {
  title: "Sign-in methods",
  none: "None",
  intro: "Each of these signs you in to this account. Keep at least two, so you’re never locked out.",
  linked: "linked",
  notLinked: "Not linked",
  link: "Link",
  linkWith: (method: string) => `Link ${method}`,
  isLinked: (method: string) => `${method} is linked.`,
  unlink: "Unlink",
  unlinkFrom: (method: string) => `Unlink ${method}`,
  isUnlinked: (method: string) => `${method} is unlinked.`,
  remove: "Remove",
  removeOne: (method: string) => `Remove ${method}`,
  isRemoved: (method: string) => `${method} is removed.`,
  passwordRemoval: "You’ll no longer be able to sign in by email and password.",
  keep: "Keep it",
  added: (date: string) => `Added ${date}`,
  onlyWay: "This is your only way to sign in.",
  onlyWayFirst: (choice: string) => `This is your only way to sign in. To remove it, first ${choice}.`,
  setPassword: "set a password",
  addPasskey: "add a passkey",
  addAnotherPasskey: "add another passkey",
  linkAnother: "link another service",
  failures: {
    "credential-already-in-use":
      "That sign-in belongs to another account here. Sign out and use it, or choose a different one.",
    "email-already-in-use":
      "That sign-in’s email address belongs to another account here. Sign out and use it, or choose a different one.",
    "invalid-credential": "The other service couldn’t confirm who you are. Please try again.",
    "operation-not-allowed": "This sign-in method isn’t available here.",
  } satisfies FailureTexts,
};

export const passkeyTexts = {
  title: "Passkeys",
  count: (passkeys: number) =>
    passkeys === 0 ? "None" : passkeys === 1 ? "1 passkey" : `${passkeys} passkeys`,
  intro:
    "A passkey signs you in with your fingerprint, your face or your screen lock. There’s no password to remember or to lose.",
  unavailable: {
    off: "You can’t add passkeys on this site right now.",
    unsupported:
      "This browser can’t use passkeys. Open this page in a current version of Chrome, Edge, Firefox or Safari to add one.",
    "wrong-address":
      "Passkeys don’t work at this address. Open the site by its name (such as localhost), not by its number.",
  },
  unnamed: "Passkey",
  field: "Passkey name",
  add: "Add a passkey",
  addAnother: "Add another passkey",
  isAdded: (name: string) => `${name} is added. You can sign in with it from now on.`,
  removal: (name: string) => `${name} won’t sign you in anymore.`,
  failures: {
    ...passkeyAddTexts,
    "credential-already-in-use": "This passkey already belongs to another account.",
  } satisfies FailureTexts,
};

export const factorTexts = {
  title: "Two-step verification",
  isOn: "On",
  isOff: "Off",
  intro: "A stolen password alone won’t be enough to sign in.",
  on: "Two-step verification is on. From now on, we’ll ask for a code when you sign in.",
  setUpApp: "Set up an authenticator app",
  phone: "Phone number",
  phoneHint: "For codes by text message. An authenticator app is the safer choice.",
  sendCode: "Send a code to this number",
  needsVerifiedEmail: (address: string) => `First verify ${address}: open the link in our email.`,
  needsEmail: "First add an email address, and verify it.",
  lostDevice: (address: ReactElement) => (
    <span>
      If you lose your device, write to {address} from your account’s address. We’ll ask when you last signed
      in and what the device is called here, and turn two-step verification off after a day.
    </span>
  ),
  openApp: "Open your authenticator app",
  copy: "Copy the key",
  copied: "Copied.",
  notCopied: "Your browser didn’t copy it. Select the key to copy it.",
  setUp: "Set up two-step verification",
  scan: "Scan this code with your authenticator app, or type in the key.",
  qrCode: "QR code of the key below, for an authenticator app",
  key: (key: ReactElement) => <span>Key: {key}</span>,
  messageSent: (phoneNumber: string) => `We’ve sent a text message to ${phoneNumber}.`,
  codeFromApp: "Code from the app",
  codeFromMessage: "Code from the text message",
  turnOn: "Turn on",
  name: "Name",
  nameHint: "To tell it apart from others later.",
  myPhone: "My phone",
  removalOfLast: "Without it, you sign in without a code.",
  removal: (name: string) => `We won’t ask for a code from ${name} anymore.`,
  failures: {
    "unverified-email": "Verify your email address first. Open the link in our email.",
    "code-expired": "This request expired. Start again to get a new code.",
    "operation-not-allowed": "This verification method isn’t available here. Choose another one.",
  } satisfies FailureTexts,
};

const WRONG_PASSWORD = "That’s not your current password.";
export const proofTexts = {
  title: "Confirm it’s you",
  intro: "You signed in a while ago. Confirm it’s you to continue.",
  password: "Your password",
  confirm: "Confirm",
  confirmWith: (provider: string) => `Confirm with ${provider}`,
  confirmWithPasskey: "Confirm with a passkey",
  notNow: "Not now",
  /** Already signed in: only the password can be wrong, not the address. */
  failures: {
    "wrong-password": WRONG_PASSWORD,
    "invalid-credential": WRONG_PASSWORD,
    "user-mismatch": "That’s a different account. Use the one you’re signed in with.",
  } satisfies FailureTexts,
};

export const deletionTexts = {
  title: "Delete account",
  irreversible: "This can’t be undone",
  intro: "This deletes your account, profile and all sign-in methods immediately. This can’t be undone.",
  /** The confirmation text for an account without an email address. */
  word: "DELETE",
  field: (wanted: string) => `Type ${wanted} to confirm`,
  wrong: (wanted: string) => `Please type ${wanted}`,
  button: "Delete my account",
};

/** Shown by the sign-in page after a deletion. */
export const farewellTexts = {
  title: "Goodbye",
  deleted: "Your account has been deleted.",
  dataLeft: `Your account has been deleted, but we couldn’t delete its data yet. Please write to ${company.email} and we’ll do it.`,
};

export const settingsTexts = { title: "Settings" };

const WITHIN_AN_HOUR = "A page that is already open there can stay signed in for up to an hour.";
export const sessionsTexts = {
  title: "Where you’re signed in",
  browsers: "Browsers that are signed in to your account",
  intro: `If you don’t recognize one, sign it out and change your password. ${WITHIN_AN_HOUR}`,
  byPassword: "Each browser keeps its own sign-in. Changing your password signs you out everywhere else.",
  byBrowser: "Each browser keeps its own sign-in until you sign out there.",
  loading: "Looking up where you’re signed in…",
  tryAgain: "Try again",
  thisDevice: (signedInAt: string) => `This device, signed in ${signedInAt}`,
  otherDevice: (usedAt: string, signedInAt: string) => `Last used ${usedAt}, signed in ${signedInAt}`,
  bound: (detail: string) => `${detail}. Bound to its device.`,
  signOut: "Sign out",
  signOutHere: "Sign out here",
  signOutOf: (device: string) => `Sign out ${device}`,
  signOutOthers: "Sign out everywhere else",
  question: `You’ll be signed out in every browser but this one. ${WITHIN_AN_HOUR}`,
  cancel: "Cancel",
  endedOne: (device: string) => `${device} is signed out.`,
  endedOthers: "You’re signed out everywhere else.",
  failures: { "internal-error": "We couldn’t do that right now. Please try again shortly." },
  listFailures: { "internal-error": "We couldn’t look up where you’re signed in. Please try again shortly." },
};

export const historyTexts = {
  title: "Security history",
  value: "Sign-ins and changes of the last 90 days",
  intro: "If you don’t recognize something here, sign out everywhere else and change your password.",
  loading: "Looking up your history…",
  tryAgain: "Try again",
  empty: "Nothing has happened in the last 90 days.",
  unknownBrowser: "Unknown browser",
  detail: (browser: string, at: string) => `${browser}, ${at}`,
  events: {
    "signed-in": "Signed in",
    "session-moved": "Stayed signed in",
    "signed-out": "Signed out",
    "ended-by-support": "Signed out by our support",
    "ended-by-notice": "Signed out with “This wasn’t me” in our email",
    "ended-by-service": "Signed out by our identity service",
    password: { added: "Password set", removed: "Password removed", changed: "Password changed" },
    address: {
      added: "Email address added",
      removed: "Email address removed",
      changed: "Email address changed",
    },
    "second-factor": {
      added: "Two-step verification: method added",
      removed: "Two-step verification: method removed",
      changed: "Two-step verification changed",
    },
    passkey: { added: "Passkey added", removed: "Passkey removed", changed: "Passkey changed" },
    "account-deleted": "Account deleted",
  },
  endedFrom: (browser: string) => `Signed out from ${browser}`,
  provider: {
    added: (name: string) => `${name} linked`,
    removed: (name: string) => `${name} unlinked`,
    changed: (name: string) => `${name} changed`,
  },
  failures: { "internal-error": "We couldn’t look up your history. Please try again shortly." },
};

export const dataTexts = {
  title: "Your data",
  value: "Your profile and what belongs to it, as a file",
  introOf: (isServerHeld: boolean) =>
    `The file has your profile, your stored document and your newsletter subscription${isServerHeld ? ", and the browsers that are signed in and your security history" : ""}. It’s JSON, which other programs can read.`,
  action: "Download",
  download: "Download my data",
  done: "Your data is in your downloads.",
  /** @param day such as 2026-05-31 */
  fileName: (company: string, day: string) => `${company}-data-${day}.json`.toLowerCase(),
  failures: { "internal-error": "We couldn’t put your data together. Please try again shortly." },
};
