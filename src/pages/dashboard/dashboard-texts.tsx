import type { ReactNode } from "react";

export const dashboardTexts = {
  hello: "Hello",
  helloTo: (name: string) => `Hello, ${name}`,
  signedInAs: (address: ReactNode) => <>Signed in as {address}</>,
  devices: "Devices",
  noDevices: "No devices report to this account yet. Once we’ve installed one, its findings appear here.",
  talk: "Talk to us about an installation",
  account: "Account",
  settings: "Settings",
  email: "Email",
  verified: (email: string) => `${email} (verified)`,
  notVerified: (email: string) => `${email} (not verified yet)`,
  methods: "Sign-in methods",
  none: "None",
  twoStep: "Two-step verification",
  on: "On",
  off: "Off",
  plan: "Plan",
  planWithStatus: (plan: string, status: string) => `${plan} (${status})`,
  planUnknown: "Not known yet",
  lastSignIn: "Last sign-in",
  passkeyReady: "Your passkey is ready. Next time, choose “Sign in with a passkey”.",
  skipPassword: "Skip the password next time",
  passkeyOffer:
    "Add a passkey to sign in with your fingerprint, your face or your screen lock. Your password keeps working.",
  addPasskey: "Add a passkey",
  noThanks: "Don’t ask again",
  verify: "Verify your email address",
  mailSent: (email: string) =>
    `We’ve sent an email to ${email}. Open the link in it, and this notice goes away.`,
  unverified: (email: string) =>
    `Until ${email} is verified, you can’t turn on two-step verification, and we can’t help you back in by email.`,
  sendAgain: "Send again",
};
