import { NEWSLETTER_PATH } from "@tallybin/contract/newsletter";
import { useEffect, useRef } from "react";
import { Button } from "../components/button/button.tsx";
import { TextField } from "../components/text-field/text-field.tsx";
import { useHold } from "../lib/held-press.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import * as styles from "./newsletter-form.css.ts";
import { newsletterTexts } from "./newsletter-texts.ts";
import { useSubscribe } from "./use-subscribe.ts";

/** The footer's subscription form; a sentence replaces it once sent. */
export function NewsletterForm() {
  const hold = useHold(useHydrated());
  const { submit, recheck, error, subscribed } = useSubscribe(hold.ref);
  const done = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (subscribed) done.current?.focus(); // the button that had the focus is gone
  }, [subscribed]);

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
          onChange={(event) => recheck(event.currentTarget)}
        />
        <div className={styles.submit}>
          <Button type="submit" variant="light" fullWidth>
            {newsletterTexts.subscribe}
          </Button>
        </div>
      </div>
    </form>
  );
}
