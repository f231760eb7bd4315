import { CONTACT_TAB, CONTACT_TAB_PARAMETER, type ContactMessage, contactRequest } from "@tallybin/contract";
import * as v from "valibot";
import { company } from "../config/company.ts";

/** As long as the identity service gets: a form that hangs for ever is worse than one that fails. */
const TIMEOUT_MS = 30_000;

/** For everything that is not a word of the endpoint itself: no network, no answer in time, none that can be read. */
const NOT_SENT = `Your message could not be sent. Please try again, or write to ${company.email}.`;

export type Outcome = { status: "sent" } | { status: "failed"; text: string };

/** The endpoint as configured; the tab is named even where the configuration left it out. */
function addressOf(endpoint: string): URL {
  const url = new URL(endpoint, window.location.href);
  if (!url.searchParams.has(CONTACT_TAB_PARAMETER)) url.searchParams.set(CONTACT_TAB_PARAMETER, CONTACT_TAB);
  return url;
}

const Refusal = v.object({ message: v.pipe(v.string(), v.trim()) });

/** The endpoint's own sentence, where it gives one. */
function sentenceOf(answer: unknown): string | undefined {
  const refusal = v.safeParse(Refusal, answer);
  return refusal.success ? refusal.output.message : undefined;
}

/** Appends one row to the spreadsheet. Never throws: whatever happens becomes a sentence for the banner. */
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
    const answer: unknown = await response.json(); // within the deadline too: it stops a body that never ends
    // An endpoint that accepts says so by its status; what else it says is its own affair.
    if (response.ok) return { status: "sent" };
    return { status: "failed", text: sentenceOf(answer) || NOT_SENT };
  } catch {
    return { status: "failed", text: NOT_SENT };
  } finally {
    clearTimeout(timer);
  }
}
