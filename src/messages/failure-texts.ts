import type { IdentityErrorCode } from "@tallybin/identity";
import type { SiteErrorCode } from "./site-error.ts";

const TRY_AGAIN = "The sign-in service had a problem. Please try again shortly.";
const WRONG_CREDENTIAL = "Incorrect email or password.";
const LINK_DEAD = "This link has expired or was already used. Request a new one.";
const START_OVER = "This request expired. Please start again.";
const SIGN_IN_AGAIN = "Your session has ended. Please sign in again.";
const PROVIDER_FAILED = "The other service couldn’t confirm who you are. Try again, or sign in another way.";
const EMAIL_INVALID = "This email address doesn’t look right. Please check it.";
const PASSKEY_REFUSED = "We couldn’t confirm that passkey. Try again, or sign in another way.";
const NOT_HUMAN_CHECKED = "We couldn’t check that you’re human. Please try again.";

/**
 * The message for each code: one or two sentences with what to do. A code without one says that the project is set up
 * wrong, and has {@link failureTexts.setUp}.
 */
export const codeTexts: { readonly [Code in IdentityErrorCode | SiteErrorCode]?: string } = {
  "account-exists-with-different-credential":
    "An account with this email address already exists. Sign in the way you did before.",
  "admin-restricted-operation": "Only we can do this for you. Please write to us.",
  "blocking-function-error-response": "This sign-in isn’t allowed. Contact us if you think it should be.",
  "captcha-check-failed": NOT_HUMAN_CHECKED,
  "custody-unavailable": TRY_AGAIN,
  "code-expired": "This code has expired. Request a new one.",
  "credential-already-in-use": "This sign-in method already belongs to another account.",
  "email-already-in-use": "An account with this email address already exists. Sign in instead.",
  "email-change-needs-verification":
    "Please confirm your new email address first. We’ve sent you an email there.",
  "expired-action-code": LINK_DEAD,
  "internal-error": TRY_AGAIN,
  "invalid-action-code": LINK_DEAD,
  "invalid-app-credential": NOT_HUMAN_CHECKED,
  "invalid-authenticator-response": PASSKEY_REFUSED,
  "invalid-credential": WRONG_CREDENTIAL,
  "invalid-credential-or-provider-id": PROVIDER_FAILED,
  "invalid-email": EMAIL_INVALID,
  "invalid-multi-factor-session": START_OVER,
  "invalid-phone-number":
    "Please enter the phone number with its country code, such as +1\u00a0555\u00a0010\u00a00000.",
  "invalid-recaptcha-action": NOT_HUMAN_CHECKED,
  "invalid-recaptcha-token": NOT_HUMAN_CHECKED,
  "invalid-recipient-email": EMAIL_INVALID,
  "invalid-refresh-token": SIGN_IN_AGAIN,
  "invalid-user-token": SIGN_IN_AGAIN,
  "invalid-verification-code": "Incorrect code. Check it and try again.",
  "invalid-verification-id": START_OVER,
  "maximum-second-factor-count-exceeded":
    "You’ve reached the limit of verification methods. Remove one first.",
  "missing-app-credential": NOT_HUMAN_CHECKED,
  "missing-authenticator-response": PASSKEY_REFUSED,
  "missing-or-invalid-nonce": PROVIDER_FAILED,
  "missing-password": "Please enter a password.",
  "multi-factor-auth-required": "This account uses two-step verification.",
  "multi-factor-info-not-found":
    "This verification method isn’t set up for your account. Choose another one.",
  "network-request-failed": "We couldn’t reach the sign-in service. Check your connection and try again.",
  "no-such-provider": "This sign-in method isn’t linked to your account.",
  "operation-not-allowed": "This sign-in method isn’t available here. Choose another one.",
  "operation-not-supported-in-this-environment":
    "This browser can’t do that. Try another browser, or sign in another way.",
  "passkey-aborted": "That passkey prompt was closed. Try again when you’re ready.",
  "passkey-canceled":
    "No passkey was used: the prompt was canceled or timed out. Try again, or use your password.",
  "passkey-credential-not-found":
    "This passkey was removed from your account. Sign in another way, then add a new one in Settings.",
  "passkey-enrollment-not-found": "This passkey was already removed.",
  "passkey-exists": "This device already has a passkey for your account, so you’re all set.",
  "passkey-invalid-address":
    "Passkeys don’t work at this address. Open the site by its name (such as localhost), not by its number.",
  "passkey-limit-exceeded": "Your account has as many passkeys as it can hold. Remove one first.",
  "passkey-not-enabled": "Passkeys aren’t offered here yet. Use your password or another sign-in method.",
  "passkey-not-saved":
    "Your device made a passkey, but we couldn’t save it. Check your connection and add it again: the new one replaces it.",
  "passkey-timed-out": "That took too long, so the passkey prompt has expired. Try again.",
  "password-does-not-meet-requirements":
    "This password doesn’t have everything it needs. Check the rule above the field.",
  "phone-number-exists": "This phone number already belongs to another account.",
  "popup-blocked": "Your browser blocked the sign-in window. Allow pop-ups for this site and try again.",
  "popup-closed-by-user": "The sign-in window was closed before you finished. Try again whenever you like.",
  "provider-already-linked": "This sign-in method is already linked to your account.",
  "quota-exceeded": "The sign-in service is busy. Try again shortly.",
  "rejected-credential": PROVIDER_FAILED,
  "requires-recent-login": "To keep your account safe, please sign in again before you change this.",
  "second-factor-already-in-use": "This verification method is already set up.",
  "session-changed": "You signed in or out in another tab. Please try again.",
  "signed-out": SIGN_IN_AGAIN,
  "storage-unavailable":
    "Your browser doesn’t let this site remember you. Check if it blocks site data, then try again.",
  timeout: "The sign-in service took too long to respond. Please try again.",
  "too-many-requests": "Too many attempts. Wait a while, then try again.",
  unknown: TRY_AGAIN,
  "unsupported-first-factor":
    "This sign-in method can’t be used with two-step verification. Choose another one.",
  "unverified-email": "Please verify your email address first. Open the link in our email.",
  "user-cancelled": "Canceled. Nothing changed.",
  "user-disabled": "This account has been disabled. Please write to us.",
  "user-mismatch": "That’s a different account from the one you’re signed in with.",
  "user-not-found": "We couldn’t find an account with this email address.",
  "user-token-expired": SIGN_IN_AGAIN,
  "weak-password": "This password is too weak. Choose a longer one.",
  "wrong-password": WRONG_CREDENTIAL,
  "breached-password":
    "This password has appeared in a data breach, so it’s easy to guess. Please choose another one.",
  "code-missing":
    "Part of this page couldn’t be loaded. Check your connection and try again, or reload the page.",
  "human-check-unavailable":
    "The check that you’re human couldn’t load. Turn off content blockers for this site, then try again.",
  "late-click": "This took a moment to load. Press the button again to open the window.",
};

export const failureTexts = {
  offline: "You’re offline. What you typed is still here. Try again once you’re connected.",
  reload: "Reload the page",
  setUp: "Something is set up wrong on our side. Please write to us and we’ll fix it.",
};
