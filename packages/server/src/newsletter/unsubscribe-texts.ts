export const unsubscribeTexts = {
  incomplete: "This link is incomplete",
  incompleteText:
    "Open the unsubscribe link in our email again, or copy all of it. You can also reply to the email with the word “unsubscribe”.",
  question: "Unsubscribe from the newsletter?",
  questionText: "You’ll get no more newsletters from us.",
  unsubscribe: "Unsubscribe",
  done: "You’re unsubscribed",
  doneText: "You’ll get no more newsletters from us. You can subscribe again at the foot of every page.",
};
