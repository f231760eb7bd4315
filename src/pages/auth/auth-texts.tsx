import type { SignOutReason } from "@tallybin/identity";
import type { ReactElement } from "react";
import type { FailureTexts } from "../../messages/failure.ts";

const ACCOUNT_BY_US = "Contact us to open an account.";

export const authTexts = {
  forms: {
    signup: { title: "Get yourself an account", button: "Sign up" },
    signin: { title: "Welcome back", button: "Sign in" },
    forgotpass: { title: "Get a new password", button: "Reset password" },
    changepass: { title: "Choose a new password", button: "Change password" },
  },
  email: "Email",
  password: "Password",
  newPassword: "New password",
  confirmPassword: "Confirm password",
  noScript: (address: ReactElement) => (
    <span>You need JavaScript to use this form. Questions? Write to {address}.</span>
  ),
  socialButton: {
    signin: (provider: string) => `Sign in with ${provider}`,
    signup: (provider: string) => `Sign up with ${provider}`,
  },
  or: "or",
  passkey: "Sign in with a passkey",
  lastUsedPasskey: "Sign in with a passkey · last used",
  twoStep: "Two-step verification",
  agreement: (terms: (text: string) => ReactElement, privacy: (text: string) => ReactElement) => (
    <span>
      Before you sign up, see our {terms("Terms of Service")} and {privacy("Privacy Policy")}.
    </span>
  ),
  recaptcha: (privacy: (text: string) => ReactElement, terms: (text: string) => ReactElement) => (
    <span>
      This site is protected by reCAPTCHA, and Google’s {privacy("Privacy Policy")} and{" "}
      {terms("Terms of Service")} apply.
    </span>
  ),
  haveAccount: "Already have an account?",
  createAccount: "Create an account",
  forgot: "Forgot Password?",
  forgotIt: "Forgot it?",
  remembered: "Remember it after all?",
  writeToUs: "Write to us",
  useThisAddress: "Sign in with this address",
  getNewPassword: "Get a new password",
  createOne: "Create one",
  resetIntro: "Enter your email and we’ll send a reset link.",
  resetSent: "Password reset email sent",
  resetSentTo: (email: string) => `If ${email} has an account, you’ll get an email shortly. Check spam, too.`,
  passwordChanged: "Your password has been changed",
  signedOutEverywhere: "You’ve been signed out on every device. Sign in with your new password.",
  otherUser: (email: string | undefined, other: string | undefined) =>
    `${email ?? "That account"} is signed out on every device. Here, you’re still signed in${other ? ` as ${other}` : ""}.`,
  changeUser: (email: string | undefined) =>
    email ? `Sign out and sign in as ${email}` : "Sign out and sign in again",
  signIn: "Sign in",
  openLink: "Open the link in our email, or request a new one.",
  newLink: "Send a new link",
  checkingLink: "Checking your link…",
  newPasswordFor: (email: string) => `New password for ${email}`,
  tryAgain: "Try again",
  collision: (email: string | undefined, provider: string) =>
    `${email ? `An account for ${email}` : "An account with this email address"} already exists. Sign in the way you did before, and we’ll link ${provider} to it.`,
  doNotLink: (provider: string) => `Don’t link ${provider}`,
  linked: (provider: string) => `${provider} is now linked to your account.`,
  notLinked: (provider: string) =>
    `You’re signed in, but we couldn’t link ${provider}. You can link it in Settings.`,
  /** Why a session ended involuntarily, and what to do now. */
  signedOutBy: {
    "user-token-expired":
      "You’ve been signed out, from another device or because your sign-in details changed. Please sign in again.",
    "user-disabled": "Your account has been disabled. Please write to us if you think this is a mistake.",
    "user-not-found": "This account no longer exists.",
    "invalid-refresh-token": "Your session has ended. Please sign in again.",
    "invalid-user-token": "Your session has ended. Please sign in again.",
  } satisfies Record<SignOutReason, string>,
  /** Codes with a different meaning on one form. */
  failures: {
    signup: {
      "admin-restricted-operation": ACCOUNT_BY_US,
      "operation-not-allowed": "You can’t create an account right now. Please write to us.",
    },
    signin: {
      "too-many-requests": "Too many attempts. Wait a while, or reset your password.",
      "password-does-not-meet-requirements":
        "Your password is no longer strong enough. Choose a new one to sign in.",
    },
    forgotpass: {
      "too-many-requests": "We’ve already sent you several emails. Check spam, too.",
    },
    changepass: {
      "expired-action-code": "This link has expired. Request a new one.",
      "invalid-action-code": "This link was already used or is incomplete. Request a new one.",
      "user-not-found": "The account for this link no longer exists.",
      "user-token-expired": "The account for this link no longer exists.",
    },
    popup: {
      "admin-restricted-operation": ACCOUNT_BY_US,
      "invalid-credential":
        "The other service couldn’t confirm who you are. Try again, or sign in another way.",
      timeout: "The sign-in window was open too long. Please try again.",
    },
    passkey: {},
  } satisfies Record<string, FailureTexts>,
};
