export const pageOutlineTexts = { noScript: "You need JavaScript for account pages." };
