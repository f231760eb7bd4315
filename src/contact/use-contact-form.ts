import { CONTACT_COLUMNS } from "@tallybin/contract/contact";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useLeftEmail } from "../components/email-hint/use-left-email.ts";
import { siteConfig } from "../config/site-config.ts";
import { performPress } from "../lib/held-press.ts";
import { withinCodeLimit } from "../lib/in-time.ts";
import { lazyValue } from "../lib/lazy-value.ts";
import { submitFields } from "../lib/submit-fields.ts";
import { whenIdle } from "../lib/when-idle.ts";
import type { ContactControl } from "./contact-control.lazy.ts";
import type { ContactField, ContactMessage } from "./contact-message.ts";
import type { Outcome } from "./send-message.ts";

type Progress = { status: "idle" | "loading" | "unavailable" | "submitting" } | Outcome;
type Errors = Partial<Record<ContactField, string>>;

const controlCode = lazyValue(() => import("./contact-control.lazy.ts"));

/** Clears the sent fields. A field whose text has changed since the message was sent keeps its text. */
function clearSent(control: ContactControl, sent: ContactMessage): void {
  const typed = control.getValues();
  const unsent = CONTACT_COLUMNS.map((field) => [field, typed[field] === sent[field] ? "" : typed[field]]);
  control.reset(Object.fromEntries(unsent), { keepFieldsRef: true }); // keep the field elements registered
}

/**
 * idle → submitting → a banner. With a banner, the form can be sent again. A submit waits for the form's code. If the
 * code fails or takes too long, the form says so, and the next submit tries again.
 */
export function useContactForm() {
  const [control, setControl] = useState<ContactControl>();
  const [errors, setErrors] = useState<Errors>({});
  const [progress, setProgress] = useState<Progress>({ status: "idle" });
  const isSubmitting = useRef<boolean>(false);
  const { left: leftEmail, onBlur, forget } = useLeftEmail();
  const loading = useRef<Promise<void>>(undefined);
  const waiting = useRef<HTMLFormElement>(undefined);

  const hasGone = useRef<boolean>(false);

  const failLoading = () => {
    waiting.current = undefined;
    if (!hasGone.current) setProgress({ status: "unavailable" });
  };
  const loadControl = (): Promise<void> => {
    loading.current ??= controlCode.load().then(
      ({ createContactControl }) => {
        if (!hasGone.current) setControl(createContactControl());
      },
      (error: unknown) => {
        loading.current = undefined;
        failLoading(); // before the user types a long message
        throw error;
      },
    );
    return loading.current;
  };
  const loadAhead = (): void => {
    loadControl().catch(() => undefined);
  };
  useEffect(() => control && controlCode.loaded()?.keepDraft(control), [control]);
  useEffect(() => {
    const form = waiting.current;
    if (!control || !form) return;
    waiting.current = undefined;
    performPress(() => form.requestSubmit());
  }, [control]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs once, and every `loadAhead` loads the same code
  useEffect(() => {
    hasGone.current = false;
    whenIdle(() => !hasGone.current && loadAhead());
    return () => {
      hasGone.current = true;
    };
  }, []);

  useEffect(
    () =>
      control?.subscribe({
        formState: { errors: true, values: true },
        callback: ({ errors: found = {}, name }) => {
          if (name === "email") forget(); // no hint about an address that is being typed
          setErrors(
            Object.fromEntries(Object.entries(found).map(([field, error]) => [field, error?.message])),
          );
        },
      }),
    [control, forget],
  );

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!control) {
      waiting.current = event.currentTarget;
      setProgress({ status: "loading" });
      withinCodeLimit(loadControl()).catch(failLoading);
      return;
    }
    if (isSubmitting.current) return;
    isSubmitting.current = true; // a second submit within the same task would not see React's state yet
    const send = submitFields(
      control,
      async (message) => {
        setProgress({ status: "submitting" });
        const sent = control.getValues();
        const { sendMessage } = await controlCode.load();
        const outcome = await sendMessage(siteConfig().contactEndpoint, message);
        if (outcome.status === "sent") clearSent(control, sent);
        setProgress(outcome);
      },
      // The result of the previous message does not apply to this one.
      () => setProgress({ status: "idle" }),
    );
    void send(event).finally(() => {
      isSubmitting.current = false;
    });
  };

  return {
    progress,
    submit,
    /** Loads the form's code when the user starts to type, instead of waiting for an idle page. */
    loadAhead,
    field: (name: ContactField) => ({
      name,
      ...control?.register(name, name === "email" ? { onBlur } : {}),
      error: errors[name],
    }),
    /** The address when its field lost the focus; empty while it is being changed. */
    leftEmail,
    correctEmail: (email: string) => {
      control?.setValue("email", email, { shouldValidate: errors.email !== undefined });
      control?.setFocus("email");
    },
  };
}
