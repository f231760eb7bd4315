import type { ReactElement } from "react";

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
};
