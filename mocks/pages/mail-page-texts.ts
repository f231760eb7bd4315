export const mailPageTexts = { text: "Plain text" };
