export const oauthPopupTexts = { opening: "Opening the sign-in page…" };
