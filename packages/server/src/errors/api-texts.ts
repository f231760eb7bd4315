/** The messages of responses that a page shows unchanged. */
export const apiTexts = {
  internal: "Something went wrong on our side. Please try again later.",
  unavailable: "This service isn’t available right now. Please try again shortly.",
  signedOut: "Your session has ended. Please sign in again.",
  tooManyRequests: "Too many requests. Please try again later.",
  emailInvalid: "Please enter a valid email address",
  otherSite: "This form was sent from another site.",
  goBack: "Go back in your browser: what you typed should still be there.",
};
