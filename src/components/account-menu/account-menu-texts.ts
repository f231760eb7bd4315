export const accountMenuTexts = { account: "Account" };
