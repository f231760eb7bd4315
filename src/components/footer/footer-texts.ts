export const footerTexts = { newsletter: "Newsletter" };
