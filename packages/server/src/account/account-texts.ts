export const accountTexts = {
  history: "The security events of this account.",
};
