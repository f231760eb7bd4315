export const emailHintTexts = {
  question: (email: string) => `Did you mean ${email}?`,
  accept: "Use this address",
};
