import { type FormEvent, type RefObject, useEffect, useState } from "react";
import { isEmailAddress } from "../lib/is-email-address.ts";
import { releaseHold } from "../lib/use-hold.ts";
import { earlySubscription } from "./early-subscription.ts";
import { newsletterTexts } from "./newsletter-texts.ts";
import { subscribe } from "./subscribe.ts";

function describeEmailProblem(email: string): string | undefined {
  if (email.trim() === "") return newsletterTexts.emailMissing;
  return isEmailAddress(email) ? undefined : newsletterTexts.emailInvalid;
}

/** One field needs no form library: validated on submit, then on each change, and the field keeps the focus. */
export function useSubscribe(form: RefObject<HTMLFormElement | null>) {
  const [error, setError] = useState<string>();
  const [subscribed, setSubscribed] = useState(false);
  const [checked, setChecked] = useState(false);

  useEffect(() => {
    if (!earlySubscription.take()) return;
    if (form.current) releaseHold(form.current);
    setSubscribed(true);
  }, [form]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("email");
    if (!(field instanceof HTMLInputElement)) return;
    const found = describeEmailProblem(field.value);
    setChecked(true);
    setError(found);
    if (found) return field.focus();
    setSubscribed(true); // optimistic: the user does not wait for our server
    void subscribe(field.value.trim());
  };
  const recheck = (email: string) => {
    if (checked) setError(describeEmailProblem(email));
  };
  return { submit, recheck, error, subscribed };
}
