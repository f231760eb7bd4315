/** The titles of the documents outside the app. */
export const standaloneTexts = { signingIn: "Signing in", humanCheck: "Human check" };
