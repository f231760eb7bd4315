import { company } from "@tallybin/contract/company";

/** The messages of responses that a page shows unchanged. */
export const apiTexts = {
  tooManyRequests: "Too many requests. Please try again later.",
  otherSite: "This form was sent from another site.",
  goBack: "Go back in your browser: what you typed should still be there.",
};

/** What is wrong with a text: each continues "Your message …". */
export const problemTexts = {
  empty: "is empty",
  notText: "isn’t text",
  unstorable: "contains characters that can’t be stored",
  tooLong: (maxLength: number) => `is longer than ${maxLength} characters`,
  severalLines: "has more than one line",
};

export const contactTexts = {
  sent: "Your message has been sent!",
  field: { name: "name", email: "email", message: "message" },
  problem: (field: string, problem: string) => `Your ${field} ${problem}.`,
};

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

export const accountTexts = {
  nothingHere: "There is nothing at this address.",
  data: "What we hold about this account.",
  history: "The security events of this account.",
  notices: "The new browsers of this account.",
  noAnswer: "The body must hold the ID of a notice and an answer.",
  answered: "Thank you.",
};

export const newBrowserMailTexts = {
  unknown: "An unknown browser",
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  utc: (time: string) => `${time} UTC`,
  subject: `A new browser signed in to your ${company.name} account`,
  body: (facts: { browser: string; at: string; link: string; origin: string }) => `Hello,

A browser that your account hasn’t used before signed in: ${facts.browser}, ${facts.at}.

If it was you, there’s nothing to do. If it wasn’t, open the link and press the button on its page. The button
signs that browser out and helps you choose a new password. It works once, within seven days.

This wasn’t me:
${facts.link}

${company.name}
${facts.origin}
`,
};

const HELP = "Then look at your sign-in methods under Settings, and remove what isn’t yours.";

export const notMeTexts = {
  over: "This link no longer works",
  overText:
    "It works once, within seven days. If you still don’t recognize a sign-in, open Settings, sign out everywhere else, and change your password.",
  incomplete: "This link is incomplete",
  incompleteText: "Open the link in our email again, or copy all of it.",
  question: "Don’t recognize this sign-in?",
  signIn: (browser: string, at: string) => `${browser}, ${at}`,
  help: "We’ll sign that browser out and help you secure your account.",
  button: "This wasn’t me",
  done: "That browser is signed out",
  anHour: "A page that is already open there can stay signed in for up to an hour.",
  mailed:
    "Next, choose a new password: we’ve sent a link to your email address. The new password signs you out everywhere.",
  notMailed: "Next, choose a new password. It signs you out everywhere.",
  again: "Didn’t get it? Ask for another link",
  choose: "Choose a new password",
  byProvider: (providers: string) =>
    `You sign in with ${providers}, so we have no password of yours to change. Change it there, and sign out the devices that aren’t yours. ${HELP}`,
  byPasskey: `Your account has no password. ${HELP}`,
  otherSite: "Open the link in our email, and press the button on its page.",
};
