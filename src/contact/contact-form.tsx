import {
  CONTACT_COLUMNS,
  CONTACT_PATH,
  CONTACT_TAB,
  CONTACT_TAB_PARAMETER,
} from "@tallybin/contract/contact";
import { useRef, useState } from "react";
import { Alert } from "../components/alert/alert.tsx";
import { Button } from "../components/button/button.tsx";
import { EmailField } from "../components/email-field/email-field.tsx";
import { TextArea, TextField } from "../components/text-field/text-field.tsx";
import { useForm } from "../lib/use-form.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { type ContactMessage, contactForm, type Outcome } from "./contact-action.ts";
import * as styles from "./contact-panel.css.ts";
import { contactTexts } from "./contact-texts.ts";
import { useContactDraft } from "./use-contact-draft.ts";

/** The contact form of /about and /contact. Without JavaScript, the browser itself sends it. */
export function ContactForm() {
  const [progress, setProgress] = useState<Outcome | { status: "idle" | "submitting" }>({ status: "idle" });
  const isSubmitting = useRef<boolean>(false);

  const send = async (message: ContactMessage): Promise<void> => {
    if (isSubmitting.current) return; // a second submit within the same task would not see React's state yet
    isSubmitting.current = true;
    setProgress({ status: "submitting" });
    const sent = form.typed();
    const outcome = await contactForm.run(message);
    isSubmitting.current = false;
    if (outcome.status === "sent") {
      const typed = form.typed();
      // A field whose text has changed since the message was sent keeps its text.
      const done = CONTACT_COLUMNS.filter((column) => typed[column] === sent[column]);
      form.restart(Object.fromEntries(done.map((column) => [column, ""])));
    }
    setProgress(outcome);
  };
  const form = useForm<ContactMessage>({
    ...contactForm,
    act: send,
    // The result of the previous message does not apply to a refused one.
    onProblem: () => setProgress({ status: "idle" }),
    isReady: useHydrated(),
  });
  useContactDraft(form);

  return (
    <form
      {...form.attributes}
      data-form="contact"
      className={styles.form}
      action={`${CONTACT_PATH}?${CONTACT_TAB_PARAMETER}=${CONTACT_TAB}`}
      aria-label={contactTexts.form}
    >
      <TextField {...form.field("name")} label={contactTexts.name} autoComplete="name" enterKeyHint="next" />
      <EmailField
        {...form.field("email")}
        label={contactTexts.email}
        autoComplete="email"
        enterKeyHint="next"
        typed={form.texts.email}
        onAccept={(email) => form.correct("email", email)}
      />
      <TextArea {...form.field("message")} label={contactTexts.message} />
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
      <Button type="submit" size="lg" fullWidth busy={progress.status === "submitting"}>
        {contactTexts.send}
      </Button>
    </form>
  );
}
