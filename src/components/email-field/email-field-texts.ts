export const emailFieldTexts = {
  question: (email: string) => `Did you mean ${email}?`,
  accept: "Use this address",
};
