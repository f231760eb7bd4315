import { company } from "@tallybin/contract/company";

export const newsletterTexts = {
  subscribed: "You are now subscribed!",
};

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

export const welcomeMailTexts = {
  subject: `You’re subscribed to the ${company.name} newsletter`,
  body: (origin: string, unsubscribeAddress: string) => `Hello,

You’re receiving this because your address was used to subscribe at ${origin}.
We write when there’s something worth knowing about contamination, composition and reporting.

If it wasn’t you, or you’ve changed your mind, unsubscribe with one click:
${unsubscribeAddress}

${company.name}
${origin}
`,
};
