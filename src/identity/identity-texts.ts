export const identityTexts = {
  browserOnSystem: (browser: string, system: string) => `${browser} on ${system}`,
  thisDevice: "This device",
  humanCheck: "Human check",
  humanCheckIntro: "Before we send the text message, please confirm that you’re human.",
  humanCheckFrame: "Human check by reCAPTCHA",
  cancel: "Cancel",
};
