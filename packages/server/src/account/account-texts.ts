export const accountTexts = {
  nothingHere: "There is nothing at this address.",
  data: "What we hold about this account.",
  history: "The security events of this account.",
  notices: "The new browsers of this account.",
  noAnswer: "The body must hold the ID of a notice and an answer.",
  answered: "Thank you.",
};
