export const newsletterTexts = {
  subscribed: "You are now subscribed!",
};
