import { NEWSLETTER_PATH } from "@tallybin/contract/newsletter";
import { waitForKnownSession } from "../identity/state/session-store.ts";
import { createEarlyAction } from "../lib/early-action.ts";
import { readSubscriber, subscribe } from "./subscribe.ts";

/** A subscription by a press before the form was hydrated. */
export const earlySubscription = createEarlyAction<{ email: string }, void>();

/** Subscribes the address of a prerendered form. A form with another text waits, and then says what is wrong. */
export async function beginSubscription(form: HTMLFormElement): Promise<void> {
  if (form.getAttribute("action") !== NEWSLETTER_PATH) return;
  const field = form.querySelector<HTMLInputElement>("[type=email]");
  const { address: email } = field ? await readSubscriber(field) : {};
  if (email === undefined) return;
  await waitForKnownSession(); // the subscription carries the user's name
  earlySubscription.begin({ email }, () => subscribe(email));
}
