export const accountTexts = {
  planNames: { starter: "Starter", pro: "Pro", business: "Business" },
  statuses: {
    active: "active",
    trial: "trial",
    overdue: "payment overdue",
    incomplete: "payment not completed",
    canceled: "canceled",
    paused: "paused",
    inactive: "not active",
  },
  email: (address: string, isVerified: boolean) =>
    isVerified ? `${address} (verified)` : `${address} (not\u00a0verified\u00a0yet)`,
  unreachable: "Your extra user data could not be fetched. Please try again.",
  unreadable:
    "Your extra user data could not be fetched. Please try again. If the problem stays, check the database setup.",
  tryAgain: "Try again",
};

export const newBrowserTexts = {
  unknownBrowser: "An unknown browser",
  found: (browser: string, at: string) =>
    `A browser that your account hasn’t used before signed in: ${browser}, ${at}.`,
  known: "It was me",
  unknown: "This wasn’t me",
  ended: "That browser is signed out. Now change your password.",
  notDone: "We couldn’t do that right now. Please try again shortly.",
  change: "Change your password",
};
