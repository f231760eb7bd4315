export const newsletterTexts = {
  intro: "What the bins are telling us, a few times a year.",
  email: "Email",
  emailName: "Newsletter email",
  subscribe: "Subscribe",
  subscribed: "You are now subscribed!",
};
