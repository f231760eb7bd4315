import { html } from "../../pages/html.ts";
import type { OobType } from "../state/codes.ts";
import { greeting, type MailFacts, mailTexts, signature } from "./mail-texts.ts";

/** A mail's subject and body, as plain text and as HTML. */
export function composeMail(type: OobType, facts: MailFacts, link: string) {
  const { subject, before, after } = mailTexts[type](facts);
  const paragraphs = [greeting(facts.person), before, link, after, ...signature(facts.app)];
  return {
    subject,
    text: paragraphs.join("\n\n"),
    html: paragraphs
      .map((text) => (text === link ? html`<p><a href="${link}">${link}</a></p>` : html`<p>${text}</p>`).html)
      .join("\n"),
  };
}
