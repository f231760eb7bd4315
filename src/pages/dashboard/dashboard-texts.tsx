import type { ReactElement } from "react";

export const dashboardTexts = {
  hello: "Hello",
  helloTo: (name: string) => `Hello, ${name}`,
  signedInAs: (address: ReactElement) => <span>Signed in as {address}</span>,
  devices: "Devices",
  noDevices: "No devices report to this account yet.",
  nextSteps: [
    "Tell us what you collect, and where.",
    "We bolt a camera and an edge computer onto your trucks.",
    "Their findings appear here, bin by bin.",
  ],
  talk: "Talk to us about an installation",
  account: "Account",
  settings: "Settings",
  email: "Email",
  methods: "Sign-in methods",
  none: "None",
  twoStep: "Two-step verification",
  on: "On",
  off: "Off",
  plan: "Plan",
  planWithStatus: (plan: string, status: string) => `${plan} (${status})`,
  unknown: "Not known yet",
  lastSignIn: "Latest sign-in, on any device",
  passkeyReady: "Your passkey is ready. Next time, choose “Sign in with a passkey”.",
  skipPassword: "Skip the password next time",
  passkeyOffer:
    "Add a passkey to sign in with your fingerprint, your face or your screen lock. Your password keeps working.",
  addPasskey: "Add a passkey",
  noThanks: "Don’t ask again",
  verify: "Verify your email address",
  mailSent: (email: string) => `We’ve sent an email to ${email}. Open its link to verify your address.`,
  unverified: (email: string) =>
    `Verify ${email} to turn on two-step verification and to recover your account by email.`,
  sendAgain: "Send again",
};
