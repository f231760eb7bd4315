import { type FormEvent, type RefObject, useEffect, useState } from "react";
import { useSession } from "../identity/state/use-session.ts";
import { releaseHold } from "../lib/early-form.ts";
import { newsletterForm, readSubscriber, subscribe } from "./subscribe.ts";

/**
 * Validates the one field on submit, then on each change; the field keeps the focus. Every page has it, so it stays apart
 * from the hook of the other forms, which would grow the first view.
 */
export function useSubscribe(form: RefObject<HTMLFormElement | null>) {
  const [error, setError] = useState<string>();
  const [subscribed, setSubscribed] = useState(false);
  const [checked, setChecked] = useState(false);

  useEffect(() => {
    const refused = form.current?.querySelector<HTMLInputElement>("[aria-invalid]");
    if (newsletterForm.take()) {
      if (form.current) releaseHold(form.current);
      setSubscribed(true);
    } else if (refused) {
      setChecked(true);
      void readSubscriber(refused).then(({ problem }) => setError(problem));
    }
  }, [form]);

  const session = useSession();
  const address = session.status === "signed-in" ? session.user.email : undefined;
  useEffect(() => {
    const field = form.current?.elements.namedItem("email");
    if (address === undefined || !(field instanceof HTMLInputElement) || field.value !== "") return undefined;
    field.value = address;
    return () => {
      if (field.value === address) field.value = ""; // not for the next user
    };
  }, [form, address]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("email");
    if (!(field instanceof HTMLInputElement)) return;
    setChecked(true);
    // The code has loaded since the field got the focus.
    void readSubscriber(field).then(({ address, problem }) => {
      setError(problem);
      if (address === undefined) return field.focus();
      setSubscribed(true); // optimistic: the user does not wait for our server
      void subscribe(address);
    });
  };
  const recheck = (field: HTMLInputElement) => {
    if (checked) void readSubscriber(field).then(({ problem }) => setError(problem));
  };
  return { submit, recheck, error, subscribed };
}
