import { valibotResolver } from "@hookform/resolvers/valibot";
import {
  CONTACT_COLUMNS,
  CONTACT_PATH,
  CONTACT_TAB,
  CONTACT_TAB_PARAMETER,
} from "@tallybin/contract/contact";
import { useEffect, useRef, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { Alert } from "../components/alert/alert.tsx";
import { Button } from "../components/button/button.tsx";
import { EmailHint } from "../components/email-hint/email-hint.tsx";
import { useLeftEmail } from "../components/email-hint/use-left-email.ts";
import { TextArea, TextField } from "../components/text-field/text-field.tsx";
import { useHold } from "../lib/held-press.ts";
import { submitFields, useEarlyPress } from "../lib/typed-form.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { ContactMessage, contactForm, type Outcome } from "./contact-action.ts";
import { keepDraft } from "./contact-draft.ts";
import * as styles from "./contact-panel.css.ts";
import { contactTexts } from "./contact-texts.ts";

/** Clears the sent fields. A field whose text has changed since the message was sent keeps its text. */
function clearSent({ getValues, reset }: UseFormReturn<ContactMessage>, sent: ContactMessage): void {
  const typed = getValues();
  const unsent = CONTACT_COLUMNS.map((field) => [field, typed[field] === sent[field] ? "" : typed[field]]);
  reset(Object.fromEntries(unsent), { keepFieldsRef: true }); // keep the field elements registered
}

/** The contact form of /about and /contact. Without JavaScript, the browser itself sends it. */
export function ContactForm() {
  const form = useForm<ContactMessage>({ resolver: valibotResolver(ContactMessage) });
  const { register, formState, watch, setValue, setFocus, getValues } = form;
  const { errors } = formState;
  const [progress, setProgress] = useState<Outcome | { status: "idle" | "submitting" }>({ status: "idle" });
  const isSubmitting = useRef<boolean>(false);
  const { left, onBlur } = useLeftEmail();
  const hold = useHold(useHydrated());

  const send = async (message: ContactMessage): Promise<void> => {
    if (isSubmitting.current) return; // a second submit within the same task would not see React's state yet
    isSubmitting.current = true;
    setProgress({ status: "submitting" });
    const sent = getValues();
    const outcome = await contactForm.run(message);
    isSubmitting.current = false;
    if (outcome.status === "sent") clearSent(form, sent);
    setProgress(outcome);
  };
  useEarlyPress(hold.ref, form, contactForm.take, send);
  const { subscribe } = form;
  useEffect(() => keepDraft({ getValues, setValue, subscribe }), [getValues, setValue, subscribe]);

  return (
    <form
      {...hold}
      data-form="contact"
      className={styles.form}
      method="post"
      action={`${CONTACT_PATH}?${CONTACT_TAB_PARAMETER}=${CONTACT_TAB}`}
      noValidate
      aria-label={contactTexts.form}
      // The result of the previous message does not apply to a refused one.
      onSubmit={submitFields(form, send, () => setProgress({ status: "idle" }))}
    >
      <TextField
        label={contactTexts.name}
        autoComplete="name"
        enterKeyHint="next"
        error={errors.name?.message}
        {...register("name")}
      />
      <TextField
        label={contactTexts.email}
        type="email"
        autoComplete="email"
        enterKeyHint="next"
        error={errors.email?.message}
        {...register("email", { onBlur })}
      />
      <EmailHint
        email={left === watch("email") ? left : ""}
        onAccept={(email) => {
          setValue("email", email, { shouldValidate: errors.email !== undefined });
          setFocus("email");
        }}
      />
      <TextArea label={contactTexts.message} error={errors.message?.message} {...register("message")} />
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
      <Button type="submit" size="lg" busy={progress.status === "submitting"}>
        {contactTexts.send}
      </Button>
    </form>
  );
}
