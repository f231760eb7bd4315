export const newsletterTexts = {
  intro: "What the bins are telling us, a few times a year.",
  email: "Email",
  emailName: "Newsletter email",
  emailMissing: "Please enter an email address",
  emailInvalid: "Please enter a valid email address",
  subscribe: "Subscribe",
  subscribed: "You are now subscribed!",
};
