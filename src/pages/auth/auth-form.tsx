import { useEffect, useEffectEvent } from "react";
import { Button } from "../../components/button/button.tsx";
import type { AuthType } from "../../config/paths.ts";
import { mailLink } from "../../contact/mail-link.tsx";
import { type AuthField, type AuthValues, authForms } from "../../identity/methods/auth-forms.ts";
import { type FailedFields, formOfTask, type Task } from "../../identity/state/use-task.ts";
import type { Elements } from "../../lib/elements.ts";
import { useForm } from "../../lib/use-form.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { AuthFields } from "./auth-fields.tsx";
import * as styles from "./auth-page.css.ts";
import { authTexts } from "./auth-texts.tsx";
import { typedEmail } from "./typed-email.ts";

const weak: FailedFields<AuthField> = {
  "breached-password": "pass",
  "weak-password": "pass",
  "password-does-not-meet-requirements": "pass",
};
/** At sign-in, a wrong password marks no field: the message does not say whether address or password is wrong. */
const failedFields: Record<AuthType, FailedFields<AuthField>> = {
  signup: { ...weak, "email-already-in-use": "email", "invalid-email": "email" },
  signin: { "user-not-found": "email", "invalid-email": "email" },
  forgotpass: { "user-not-found": "email", "invalid-email": "email" },
  changepass: weak,
};

type AuthFormProps = {
  type: AuthType;
  task: Pick<Task<never>, "progress" | "isBusy" | "reset">;
  onSubmit: (values: AuthValues) => void;
  /** Known from a collision or a mailed link. */
  email?: string | undefined;
  /** Whether a submit can be handled now; an earlier one waits. */
  isReady?: boolean;
  next: string;
  children?: Elements;
};

/** The form of each type: its fields, validated on submit and then at each change. */
export function AuthForm(props: AuthFormProps) {
  const { type, task, onSubmit, email, isReady = true, next, children } = props;
  const isHydrated = useHydrated();
  const form = useForm<AuthValues>({
    ...authForms[type],
    ...formOfTask(task, failedFields[type]),
    act: onSubmit,
    initial: { email: email ?? typedEmail.get() },
    isReady: isHydrated && isReady,
  });
  const changeEmail = useEffectEvent((known: string | undefined) => {
    if (known !== undefined) form.change({ email: known });
  });
  useEffect(() => changeEmail(email), [email]); // a collision may set the address while the form is visible
  const { texts } = form;
  useEffect(() => {
    if (authForms[type].fields.includes("email")) typedEmail.set(texts.email);
  }, [type, texts]);
  return (
    <form {...form.attributes} data-form={type} className={styles.form}>
      {children}
      <AuthFields type={type} form={form} next={next} />
      <noscript>
        <p className={styles.agreement}>{authTexts.noScript(mailLink)}</p>
      </noscript>
      <Button type="submit" size="lg" fullWidth busy={task.isBusy}>
        {authTexts.forms[type].button}
      </Button>
    </form>
  );
}
