import { NEWSLETTER_PATH } from "@tallybin/contract/newsletter";
import { readEmail } from "@tallybin/contract/typed-text";
import { waitForKnownSession } from "../identity/state/session-store.ts";
import { createEarlyAction } from "../lib/early-action.ts";
import { subscribe, subscriptionCode } from "./subscribe.ts";

/** A subscription by a press before the form was hydrated. */
export const earlySubscription = createEarlyAction<{ email: string }, void>();

/** Subscribes the address of a prerendered form. A form with another text waits, and then says what is wrong. */
export async function beginSubscription(form: HTMLFormElement): Promise<void> {
  if (form.getAttribute("action") !== NEWSLETTER_PATH) return;
  const { address: email } = readEmail(form.querySelector<HTMLInputElement>("[type=email]")?.value ?? "");
  if (email === undefined) return;
  subscriptionCode.load().catch(() => undefined); // the subscription loads it again
  await waitForKnownSession(); // the subscription carries the user's name
  earlySubscription.begin({ email }, () => subscribe(email));
}
