import { NEWSLETTER_PATH } from "@tallybin/contract/newsletter";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../components/button/button.tsx";
import { TextField } from "../components/text-field/text-field.tsx";
import { useSession } from "../identity/state/user-state.ts";
import { releaseHold } from "../lib/early-form.ts";
import { useHold } from "../lib/held-press.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import * as styles from "./newsletter-form.css.ts";
import { newsletterTexts } from "./newsletter-texts.ts";
import { newsletterForm, readSubscriber, subscribe } from "./subscribe.ts";

/**
 * The footer's subscription form; a sentence replaces it once sent. Validates the one field on submit, then on each
 * change; the field keeps the focus. Every page has it, so it does without the hook of the other forms, which would grow
 * the first view.
 */
export function NewsletterForm() {
  const hold = useHold(useHydrated());
  const { ref: form } = hold;
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

  const done = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (subscribed) done.current?.focus(); // the button that had the focus is gone
  }, [subscribed]);

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
  if (subscribed)
    return (
      <p ref={done} className={styles.done} tabIndex={-1}>
        {newsletterTexts.subscribed}
      </p>
    );
  return (
    <form
      {...hold}
      data-form="newsletter"
      className={styles.form}
      method="post"
      action={NEWSLETTER_PATH}
      noValidate
      onSubmit={submit}
    >
      <p className={styles.intro}>{newsletterTexts.intro}</p>
      <div className={styles.row}>
        <TextField
          label={newsletterTexts.email}
          type="email"
          name="email"
          aria-label={newsletterTexts.emailName}
          autoComplete="email"
          enterKeyHint="send"
          required
          error={error}
          onChange={({ currentTarget }) => {
            if (checked) void readSubscriber(currentTarget).then(({ problem }) => setError(problem));
          }}
        />
        <div className={styles.submit}>
          <Button type="submit" variant="light" fullWidth text={newsletterTexts.subscribe} />
        </div>
      </div>
    </form>
  );
}
