export const accountTexts = {
  data: "What we hold about this account.",
  history: "The security events of this account.",
};
