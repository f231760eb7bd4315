/** The messages of responses that a page shows unchanged. */
export const apiTexts = {
  tooManyRequests: "Too many requests. Please try again later.",
  otherSite: "This form was sent from another site.",
  goBack: "Go back in your browser: what you typed should still be there.",
};
