export const socialButtonTexts = { lastUsed: "Last used" };
