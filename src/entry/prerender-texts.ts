export const prerenderTexts = { noScript: "You need JavaScript for account pages." };
