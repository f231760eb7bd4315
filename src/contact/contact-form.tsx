import { Alert } from "../components/alert/alert.tsx";
import { Button } from "../components/button/button.tsx";
import { EmailHint } from "../components/email-hint/email-hint.tsx";
import { TextArea } from "../components/text-field/text-area.tsx";
import { TextField } from "../components/text-field/text-field.tsx";
import { company } from "../config/company.ts";
import { useHold } from "../lib/use-hold.ts";
import * as styles from "./contact-form.css.ts";
import { useContactForm } from "./use-contact-form.ts";

const mail = <a href={`mailto:${company.email}`}>{company.email}</a>;

/** The contact form of /about and /contact. In the HTML from the start; it is sent once its script has loaded. */
export function ContactForm() {
  const { isReady, progress, submit, load, field, leftEmail, correctEmail } = useContactForm();
  const hold = useHold(isReady);
  return (
    <form
      {...hold}
      className={styles.form}
      method="post"
      noValidate
      aria-label="Contact"
      onSubmit={submit}
      onFocus={load}
    >
      <TextField label="Name (optional)" autoComplete="name" enterKeyHint="next" {...field("name")} />
      <TextField label="Email" type="email" autoComplete="email" enterKeyHint="next" {...field("email")} />
      <EmailHint email={leftEmail} onAccept={correctEmail} />
      <TextArea label="Message" {...field("message")} />
      <noscript>
        <p className={styles.note}>Sending this form needs JavaScript. Or write to {mail}.</p>
      </noscript>
      {progress.status === "unavailable" && (
        <Alert tone="error">This form could not be loaded. Please reload the page, or write to {mail}.</Alert>
      )}
      {progress.status === "sent" && (
        <Alert tone="success" isAnswer>
          Your message has been sent!
        </Alert>
      )}
      {progress.status === "failed" && (
        <Alert tone="error" isAnswer>
          {progress.text}
        </Alert>
      )}
      <Button type="submit" size="lg" busy={progress.status === "submitting"}>
        Send message
      </Button>
    </form>
  );
}
