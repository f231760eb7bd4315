/** The messages of responses that a page shows unchanged. */
export const errorTexts = {
  internal: "Something went wrong on our side. Please try again later.",
  unavailable: "This service isn’t available right now. Please try again shortly.",
  notRecent: "Confirm it’s you to continue.",
  signedOut: "Your session has ended. Please sign in again.",
};
