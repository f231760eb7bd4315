import { company } from "@tallybin/contract/company";

export const contactTexts = {
  title: "Get in touch",
  promise: "We reply in 24hrs",
  next: "What happens next",
  steps: [
    {
      title: "Someone who installs our systems reads it",
      text: "Tell us what you collect, how many trucks or lines you run, and what you’d like to know about the material.",
    },
    { title: "You get an answer with a name under it", text: "Questions, a first idea, or an honest no." },
    {
      title: "We look at your material together",
      text: "On a call or at your line: what can be measured there, and what you’d do with it on Monday.",
    },
  ],
  preferEmail: "Prefer email?",
  form: "Contact",
  name: "Name (optional)",
  email: "Email",
  message: "Message",
  send: "Send message",
  messageMissing: "Please enter a message",
  sent: "Your message has been sent!",
  /** For every failure without a message from the endpoint: no network, no response in time, no readable response. */
  notSent: `We couldn’t send your message. Please try again, or write to ${company.email}.`,
};
