export const profileTexts = { passkey: "Passkey" };
