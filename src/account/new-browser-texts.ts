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
