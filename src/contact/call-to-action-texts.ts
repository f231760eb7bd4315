export const callToActionTexts = {
  title: "Ready to revolutionize your waste operation",
  text: "Tell us what you collect and where. You’ll hear from an engineer, not a drip campaign.",
  talk: "Let's talk",
};
