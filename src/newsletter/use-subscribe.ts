import { type FormEvent, useState } from "react";
import { newsletterTexts } from "./newsletter-texts.tsx";
import { subscribe } from "./subscribe.ts";

/** One field needs no form library: validated on submit, then on each change, and the field keeps the focus. */
export function useSubscribe() {
  const [error, setError] = useState<string>();
  const [subscribed, setSubscribed] = useState(false);
  const [checked, setChecked] = useState(false);
  const problem = (email: string) => (email.trim() === "" ? newsletterTexts.emailMissing : undefined);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("email");
    if (!(field instanceof HTMLInputElement)) return;
    const found = problem(field.value);
    setChecked(true);
    setError(found);
    if (found) return field.focus();
    setSubscribed(true); // optimistic: the user does not wait for our server
    void subscribe(field.value.trim());
  };
  const recheck = (email: string) => {
    if (checked) setError(problem(email));
  };
  return { submit, recheck, error, subscribed };
}
