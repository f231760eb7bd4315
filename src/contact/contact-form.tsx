import { company } from "@tallybin/contract/company";
import { CONTACT_PATH, CONTACT_TAB, CONTACT_TAB_PARAMETER } from "@tallybin/contract/contact";
import { Alert } from "../components/alert/alert.tsx";
import { Button } from "../components/button/button.tsx";
import { EmailHint } from "../components/email-hint/email-hint.tsx";
import { TextArea, TextField } from "../components/text-field/text-field.tsx";
import { useHold } from "../lib/held-press.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import * as styles from "./contact-panel.css.ts";
import { contactTexts } from "./contact-texts.tsx";
import { useContactForm } from "./use-contact-form.ts";

const mail = <a href={`mailto:${company.email}`}>{company.email}</a>;

/** The contact form of /about and /contact. In the HTML from the start; it is sent once its script has loaded, or by
 * the browser itself without JavaScript. */
export function ContactForm() {
  const { progress, submit, loadAhead, field, leftEmail, correctEmail } = useContactForm();
  const hold = useHold(useHydrated());
  return (
    <form
      {...hold}
      className={styles.form}
      method="post"
      action={`${CONTACT_PATH}?${CONTACT_TAB_PARAMETER}=${CONTACT_TAB}`}
      noValidate
      aria-label={contactTexts.form}
      onSubmit={submit}
      onFocus={loadAhead}
    >
      <TextField label={contactTexts.name} autoComplete="name" enterKeyHint="next" {...field("name")} />
      <TextField
        label={contactTexts.email}
        type="email"
        autoComplete="email"
        enterKeyHint="next"
        {...field("email")}
      />
      <EmailHint email={leftEmail} onAccept={correctEmail} />
      <TextArea label={contactTexts.message} {...field("message")} />
      {progress.status === "unavailable" && <Alert tone="error">{contactTexts.unavailable(mail)}</Alert>}
      {progress.status === "sent" && (
        <Alert tone="success" isAnswer>
          {contactTexts.sent}
        </Alert>
      )}
      {progress.status === "failed" && (
        <Alert tone="error" isAnswer>
          {progress.text}
        </Alert>
      )}
      <Button
        type="submit"
        size="lg"
        busy={progress.status === "submitting" || progress.status === "loading"}
      >
        {contactTexts.send}
      </Button>
    </form>
  );
}
