import { providerIds, providerOf } from "@tallybin/contract";
import { company } from "../../config/company.ts";

const MINIMUM_AGE_YEARS = 13;
const providerNames = providerIds.map((id) => providerOf(id).name);
const providers = `${providerNames.slice(0, -1).join(", ")} or ${providerNames.at(-1)}`;

type PolicySection = { title: string; paragraphs: readonly string[] };

export const policyIntro = `This policy says what ${company.name} learns about you when you visit this site or hold an account with us, what we do with it, and what you can ask of us. It covers this website and its account pages. Data measured by equipment at a customer's site is governed by the contract with that customer.`;

export const policySections: readonly PolicySection[] = [
  {
    title: "Data we collect",
    paragraphs: [
      "What you tell us: the name, email address and message of the contact form; the email address you subscribe to the newsletter with; and for an account, your email address, your password (kept by our identity service in a form nobody can read back), and a name, picture or phone number if you add one.",
      `If you sign in with ${providers}, that service tells us your name, email address and picture. We do not receive its password and do not post anything there.`,
      "What arises by itself: the network address your request came from and its time, kept briefly to protect the service. While you are signed in, we may keep the name of your browser and system and when you last used it, so that you can see where you are signed in and sign out there. If you agree to measurement, we also record which of our pages you open, under a random identifier and, while you are signed in, the identifier of your account.",
    ],
  },
  {
    title: "Cookies and similar storage",
    paragraphs: [
      "We set no advertising cookies. When you sign in, your browser stores your session so that you stay signed in; it is removed when you sign out. Your choice about measurement and the sign-in method you last used are remembered in the same way.",
      "Where we measure at all, it stays off until you accept it, and you can change your mind at any time from the foot of any page.",
    ],
  },
  {
    title: "How we use it",
    paragraphs: [
      "To answer you, to run your account, to send the newsletter you asked for, to keep the service secure, and, with your consent, to learn which pages are useful. We do not sell personal data.",
    ],
  },
  {
    title: "How long we keep it",
    paragraphs: [
      "Account data for as long as the account exists. Messages for as long as we need them to serve you. A newsletter address until you unsubscribe; every issue has the link. We keep longer only what a law obliges us to keep.",
    ],
  },
  {
    title: "Transfer",
    paragraphs: [
      "Our identity service, database and mail are run by providers who process data for us under contract, in some cases in another country than yours. They may use it only to provide their service to us. We disclose data to others when a law requires it, or, with notice to you, if the business changes hands.",
    ],
  },
  {
    title: "Deletion and your other rights",
    paragraphs: [
      "You can delete your account under Settings; its data goes with it. You may also ask us what we hold about you, to correct it, to hand it over, or to delete it, and you may object to a use of it.",
    ],
  },
  {
    title: "Children",
    paragraphs: [
      `This site is not meant for children under ${MINIMUM_AGE_YEARS}, and we do not knowingly collect their data. If you believe that a child has given us data, tell us and we will delete it.`,
    ],
  },
  {
    title: "Changes to this policy",
    paragraphs: [
      "When it changes, the new text stands here with its date. If the change matters to you, we say so beforehand.",
    ],
  },
];
