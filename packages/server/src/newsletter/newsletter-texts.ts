export const newsletterTexts = {
  subscribed: "You are now subscribed!",
  emailMissing: "Please enter an email address",
};
