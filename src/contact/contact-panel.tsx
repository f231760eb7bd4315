import {
  CONTACT_COLUMNS,
  CONTACT_PATH,
  CONTACT_TAB,
  CONTACT_TAB_PARAMETER,
} from "@tallybin/contract/contact";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import * as v from "valibot";
import { Alert } from "../components/alert/alert.tsx";
import { Button } from "../components/button/button.tsx";
import { EmailField } from "../components/email-field/email-field.tsx";
import { TextArea, TextField } from "../components/text-field/text-field.tsx";
import {
  type CurrentUid,
  isKnown,
  type SessionState,
  uidOfSession,
} from "../identity/state/session-store.ts";
import { useSession } from "../identity/state/user-state.ts";
import { userStorage } from "../identity/state/user-storage.ts";
import { type Form, useForm } from "../lib/use-form.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { lead } from "../styles/layout.css.ts";
import { type ContactMessage, contactForm, type Outcome } from "./contact-action.ts";
import * as styles from "./contact-panel.css.ts";
import { contactTexts } from "./contact-texts.ts";
import { mailLink } from "./mail-link.tsx";

const { title, promise, next, steps, preferEmail } = contactTexts;

type ContactPanelProps = {
  /** If the form is the page, its heading is the page's. */
  level: 1 | 2;
  id?: string;
};

export const ContactPanel = ({ level, id }: ContactPanelProps) => (
  <div className={styles.panel}>
    <div className={styles.intro}>
      {level === 1 ? <h1 id={id}>{title}</h1> : <h2 id={id}>{title}</h2>}
      <p className={lead}>{promise}</p>
    </div>
    <div className={styles.formCard}>
      <ContactForm />
    </div>
    <div className={styles.next}>
      {level === 1 ? (
        <h2 className={styles.nextTitle}>{next}</h2>
      ) : (
        <h3 className={styles.nextTitle}>{next}</h3>
      )}
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.title} className={styles.step}>
            <div className={styles.stepWords}>
              <p className={styles.stepTitle}>{step.title}</p>
              <p className={styles.stepText}>{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p>
        {preferEmail} {mailLink}
      </p>
    </div>
  </div>
);

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
      <Button
        type="submit"
        size="lg"
        fullWidth
        busy={progress.status === "submitting"}
        text={contactTexts.send}
      />
    </form>
  );
}

const EMPTY = Object.fromEntries(CONTACT_COLUMNS.map((column) => [column, ""])) as ContactMessage;
const stored = userStorage("contact-message", v.record(v.picklist(CONTACT_COLUMNS), v.string()));

/**
 * Keeps a typed message in this tab until it is sent or its user signs out, and fills in a user's address. Text that
 * was typed before the session was known stays.
 */
function useContactDraft({ texts, typed, change }: Form<ContactMessage>): void {
  const session = useSession();
  /** Whose draft the form shows, once the session is known. An involuntary end changes no owner. */
  const shown = useRef<{ uid: CurrentUid; before: typeof texts } | undefined>(undefined);
  const showDraft = useEffectEvent((session: SessionState) => {
    const uid = uidOfSession(session);
    const isEnded = session.status === "signed-out" && session.reason !== undefined;
    if (!isKnown(session) || (shown.current && (isEnded || shown.current.uid === uid))) return;
    const present = shown.current ? EMPTY : typed();
    const kept = { ...EMPTY, ...stored.read(uid) };
    const address = session.status === "signed-in" ? session.user.email : undefined;
    const filled = { ...kept, email: kept.email || (address ?? "") };
    shown.current = { uid, before: texts };
    change(Object.fromEntries(CONTACT_COLUMNS.map((column) => [column, present[column] || filled[column]])));
  });
  useEffect(() => showDraft(session), [session]);
  // With the commit that shows the texts: a message that is shown as sent is no longer stored.
  useLayoutEffect(() => {
    if (!shown.current || texts === shown.current.before) return;
    if (CONTACT_COLUMNS.every((column) => texts[column] === "")) stored.remove();
    else stored.write(shown.current.uid, texts);
  }, [texts]);
}
