import { CONTACT_TAB, CONTACT_TAB_PARAMETER, type ContactMessage, contactRequest } from "@tallybin/contract";
import * as v from "valibot";
import { contactTexts } from "./contact-texts.tsx";

/** The timeout, equal to the identity client's. After it, the form reports a failure. */
const TIMEOUT_MS = 30_000;

export type Outcome = { status: "sent" } | { status: "failed"; text: string };

/** The configured endpoint; adds the tab if the configuration omits it. */
function addressOf(endpoint: string): URL {
  const url = new URL(endpoint, window.location.href);
  if (!url.searchParams.has(CONTACT_TAB_PARAMETER)) url.searchParams.set(CONTACT_TAB_PARAMETER, CONTACT_TAB);
  return url;
}

const Refusal = v.object({ message: v.pipe(v.string(), v.trim()) });

/** The endpoint's own message, if it has one. */
function sentenceOf(answer: unknown): string | undefined {
  const refusal = v.safeParse(Refusal, answer);
  return refusal.success ? refusal.output.message : undefined;
}

/** Appends one row to the spreadsheet. Never throws: every failure becomes a message for the banner. */
export async function sendMessage(endpoint: string, message: ContactMessage): Promise<Outcome> {
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(addressOf(endpoint), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(contactRequest(message)),
      signal: given.signal,
    });
    const answer: unknown = await response.json(); // within the deadline too, because a body may never end
    // The status alone shows that the message was accepted, because endpoints differ in their bodies.
    if (response.ok) return { status: "sent" };
    return { status: "failed", text: sentenceOf(answer) || contactTexts.notSent };
  } catch {
    return { status: "failed", text: contactTexts.notSent };
  } finally {
    clearTimeout(timer);
  }
}
