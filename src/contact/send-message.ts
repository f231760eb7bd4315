import { company } from "../config/company.ts";
import type { ContactMessage } from "./contact-message.ts";

/** As long as the identity service gets: a form that hangs for ever is worse than one that fails. */
const TIMEOUT_MS = 30_000;
const TAB = "responses";

/** For everything that is not a word of the endpoint itself: no network, no answer in time, none that can be read. */
const NOT_SENT = `Your message could not be sent. Please try again, or write to ${company.email}.`;

export type Outcome = { status: "sent" } | { status: "failed"; text: string };

/** The endpoint as configured; the tab is named even where the configuration left it out. */
function addressOf(endpoint: string): URL {
  const url = new URL(endpoint, window.location.href);
  if (!url.searchParams.has("tabId")) url.searchParams.set("tabId", TAB);
  return url;
}

const wordsOf = (answer: unknown): string | undefined =>
  typeof answer === "object" && answer !== null && "message" in answer && typeof answer.message === "string"
    ? answer.message.trim()
    : undefined;

/** Appends one row to the spreadsheet. Never throws: whatever happens becomes a sentence for the banner. */
export async function sendMessage(
  endpoint: string,
  { name, email, message }: ContactMessage,
): Promise<Outcome> {
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(addressOf(endpoint), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify([[name, email, message]]),
      signal: given.signal,
    });
    const answer: unknown = await response.json(); // within the deadline too: it stops a body that never ends
    // An endpoint that accepts says so by its status; what else it says is its own affair.
    if (response.ok) return { status: "sent" };
    return { status: "failed", text: wordsOf(answer) || NOT_SENT };
  } catch {
    return { status: "failed", text: NOT_SENT };
  } finally {
    clearTimeout(timer);
  }
}
