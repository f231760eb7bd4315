export const historyTexts = {
  title: "Security history",
  value: "Sign-ins and changes of the last 90 days",
  intro: "If you don’t recognize something here, sign out everywhere else and change your password.",
  loading: "Looking up your history…",
  tryAgain: "Try again",
  empty: "Nothing has happened in the last 90 days.",
  unknownBrowser: "Unknown browser",
  /** In which browser, and when. */
  detail: (browser: string, at: string) => `${browser}, ${at}`,
  signedIn: "Signed in",
  moved: "Stayed signed in",
  signedOut: "Signed out",
  endedFrom: (browser: string) => `Signed out from ${browser}`,
  endedBySupport: "Signed out by our support",
  endedByNotice: "Signed out with “This wasn’t me” in our email",
  endedByService: "Signed out by our identity service",
  password: { added: "Password set", removed: "Password removed", changed: "Password changed" },
  address: {
    ...{ added: "Email address added", removed: "Email address removed" },
    changed: "Email address changed",
  },
  factor: {
    ...{ added: "Two-step verification: method added", removed: "Two-step verification: method removed" },
    changed: "Two-step verification changed",
  },
  passkey: { added: "Passkey added", removed: "Passkey removed", changed: "Passkey changed" },
  provider: {
    added: (name: string) => `${name} linked`,
    removed: (name: string) => `${name} unlinked`,
    changed: (name: string) => `${name} changed`,
  },
  deleted: "Account deleted",
};
