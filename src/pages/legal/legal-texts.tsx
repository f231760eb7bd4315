import { company } from "@tallybin/contract/company";
import type { ReactElement } from "react";

export const legalTexts = {
  tabs: "Legal",
  policyTab: "Privacy Policy",
  terms: "Terms of service",
  noTermsYet: (address: ReactElement) => (
    <span>Our terms of service aren’t published yet. Until they are, ask us at {address}.</span>
  ),
  policy: "Privacy policy",
  updated: (date: ReactElement) => <span>Last updated {date}</span>,
  onThisPage: "On this page",
  contact: "Contact",
  contactText: (address: ReactElement) => <span>For all of this, write to {address}.</span>,
};

const MINIMUM_AGE_YEARS = 13;

export const policyTexts = {
  intro: `This policy says what ${company.name} learns about you when you visit this site or hold an account with us, what we do with it, and what you can ask of us. It covers this website and its account pages. The contract with a customer governs the data that equipment at the customer’s site measures.`,
  sections: (providers: string) => [
    {
      title: "Data we collect",
      paragraphs: [
        "What you tell us: the name, email address and message of the contact form; the email address you subscribe to the newsletter with; and for an account, your email address, your password (our identity service keeps it in a form nobody can read back), and a name, picture or phone number if you add one.",
        `If you sign in with ${providers}, that service tells us your name, email address and picture. We don’t receive its password and don’t post anything there.`,
        "What we receive automatically: your IP address and the time of each request, kept briefly to protect the service. While you’re signed in, we may keep the name of your browser and system and when you last used it, so that you can see where you’re signed in and sign out there. We may also keep a history of what concerns the security of your account, such as sign-ins and changed passwords, with the time and the browser. When a browser that your account hasn’t used before signs in, we may email you. If you agree to measurement, we also record which of our pages you open, under a random identifier and, while you’re signed in, the identifier of your account.",
        "Where Google’s reCAPTCHA keeps robots away from sign-up and sign-in, the page says so. Google then receives your IP address, facts about your browser and how you use that page, under Google’s own privacy policy.",
      ],
    },
    {
      title: "Cookies and similar storage",
      paragraphs: [
        "We set no advertising cookies. When you sign in, your browser stores your session so that you stay signed in. It’s removed when you sign out. A cookie with a random number may stay after that, for up to 400 days: it tells us that your account has used this browser before. Your browser also remembers your choice about measurement and the sign-in method you last used.",
        "Where we measure at all, measurement stays off until you accept it. You can change your mind at any time at the foot of any page.",
      ],
    },
    {
      title: "How we use it",
      paragraphs: [
        "To answer you, to run your account, to send the newsletter you asked for, to keep the service secure, and, with your consent, to learn which pages are useful. We don’t sell personal data.",
      ],
    },
    {
      title: "How long we keep it",
      paragraphs: [
        "Account data for as long as the account exists. Messages for as long as we need them to serve you. The security history for 90 days. A newsletter address until you unsubscribe; every issue has the link. We keep longer only what the law requires us to keep.",
      ],
    },
    {
      title: "Transfer",
      paragraphs: [
        "Our identity service, database and email are run by providers who process data for us under contract, in some cases in another country than yours. They may use it only to provide their service to us. We disclose data to others when the law requires it, or, with notice to you, if the business changes hands.",
      ],
    },
    {
      title: "Deletion and your other rights",
      paragraphs: [
        "You can delete your account under Settings; its data goes with it, except the security history, which we keep for its 90 days. You can download your data there, too. You may also ask us what we hold about you, to correct it, to hand it over, or to delete it, and you may object to a use of it.",
      ],
    },
    {
      title: "Children",
      paragraphs: [
        `This site isn’t meant for children under ${MINIMUM_AGE_YEARS}, and we don’t knowingly collect their data. If you believe that a child has given us data, tell us and we’ll delete it.`,
      ],
    },
    {
      title: "Changes to this policy",
      paragraphs: [
        "When this policy changes, we publish the new text here with its date. If a change affects you, we tell you beforehand.",
      ],
    },
  ],
};
