import { useEffect, useEffectEvent } from "react";
import { Button } from "../../components/button/button.tsx";
import { EmailField } from "../../components/email-field/email-field.tsx";
import { Link, linkTo } from "../../components/link/link.tsx";
import { PasswordStrength } from "../../components/password-strength/password-strength.tsx";
import { PasswordField } from "../../components/text-field/password-field.tsx";
import { TextField } from "../../components/text-field/text-field.tsx";
import { type AuthType, authPath, paths } from "../../config/paths.ts";
import { mailLink } from "../../contact/mail-link.tsx";
import { type AuthField, type AuthValues, authForms } from "../../identity/methods/auth-forms.ts";
import { usePasswordRule } from "../../identity/methods/use-password-rule.ts";
import {
  type FailedFields,
  formOfTask,
  type Progress,
  type Task,
  TaskFailure,
} from "../../identity/state/use-task.tsx";
import type { Elements } from "../../lib/elements.ts";
import { useHeldClick } from "../../lib/held-press.ts";
import { type Form, useForm } from "../../lib/use-form.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import type { Failure } from "../../messages/failure.ts";
import { formTitle } from "../../styles/layout.css.ts";
import * as styles from "./auth-page.css.ts";
import { authTexts } from "./auth-texts.tsx";
import { typedEmail } from "./typed-email.ts";

const GOOGLE = "https://policies.google.com";

type AuthFrameProps = { children: Elements } & (
  | { type: AuthType; title?: string | undefined }
  | { title: string; type?: never }
);

/** One column with a heading. Google wants to be named where the badge of reCAPTCHA Enterprise is out of sight. */
export const AuthFrame = ({ type, title, children }: AuthFrameProps) => (
  <div className={type === "changepass" ? styles.passwordPage : styles.page}>
    <h1 className={formTitle}>{title ?? (type && authTexts.forms[type].title)}</h1>
    {children}
    {type !== undefined && type !== "changepass" && (
      <p className={styles.agreement} data-offer="recaptcha">
        {authTexts.recaptcha(linkTo(`${GOOGLE}/privacy`), linkTo(`${GOOGLE}/terms`))}
      </p>
    )}
  </div>
);

type FailedForm = keyof typeof authTexts.failures;
type Remedy = { text: string; to: AuthType | "contact" };

const WRITE: Remedy = { text: authTexts.writeToUs, to: "contact" };
const SIGN_IN: Remedy = { text: authTexts.useThisAddress, to: "signin" };
const CREATE: Remedy = { text: authTexts.createOne, to: "signup" };
const NEW_PASSWORD: Remedy = { text: authTexts.getNewPassword, to: "forgotpass" };

/** If the message sends the user to another page, the link is beside it. */
const remedies: Partial<Record<FailedForm, Partial<Record<Failure["code"], Remedy>>>> = {
  signup: {
    "email-already-in-use": SIGN_IN,
    "operation-not-allowed": WRITE,
    "admin-restricted-operation": WRITE,
  },
  signin: {
    "wrong-password": NEW_PASSWORD,
    "invalid-credential": NEW_PASSWORD,
    "password-does-not-meet-requirements": NEW_PASSWORD,
    "too-many-requests": NEW_PASSWORD,
    "user-not-found": CREATE,
  },
  forgotpass: { "user-not-found": CREATE },
};

type AuthFailureProps = { progress: Progress; type: FailedForm; next: string };

export function AuthFailure({ progress, type, next }: AuthFailureProps) {
  if (progress.status !== "failed") return null;
  const { code } = progress.failure;
  const remedy = code === "user-disabled" ? WRITE : remedies[type]?.[code];
  return (
    <TaskFailure progress={progress} texts={authTexts.failures[type]}>
      {remedy && (
        <p>
          <Link href={remedy.to === "contact" ? paths.contact : authPath(remedy.to, next)}>
            {remedy.text}
          </Link>
        </p>
      )}
    </TaskFailure>
  );
}

type LinkedForm = Exclude<AuthType, "changepass">;
const links: Record<LinkedForm, readonly { to: AuthType; text: string }[]> = {
  signup: [{ to: "signin", text: authTexts.haveAccount }],
  signin: [
    { to: "signup", text: authTexts.createAccount },
    { to: "forgotpass", text: authTexts.forgot },
  ],
  forgotpass: [{ to: "signin", text: authTexts.remembered }],
};

/** The links below the form. Each passes `next`, the page to open after the sign-in, on to its form. */
export const AuthLinks = ({ type, next }: { type: LinkedForm; next: string }) => (
  <>
    {type === "signup" && (
      <p className={styles.agreement}>{authTexts.agreement(linkTo(paths.terms), linkTo(paths.privacy))}</p>
    )}
    <p className={styles.links}>
      {links[type].map(({ to, text }) => (
        <HeldLink key={to} href={authPath(to, next)} text={text} />
      ))}
    </p>
  </>
);

/** Beside the password's label, where a user looks who does not know it. */
const ForgotLink = ({ next }: { next: string }) => (
  <HeldLink href={authPath("forgotpass", next)} text={authTexts.forgotIt} />
);

/** A click before hydration waits, because the next form gets the address that is typed here. */
function HeldLink({ href, text }: { href: string; text: string }) {
  const link = useHeldClick<HTMLAnchorElement>();
  return <Link ref={link} className={styles.link} href={href} data-hold="" text={text} />;
}

/** The fields of one kind of form, named so that password managers fill in and store the right ones. */
function AuthFields({ type, form, next }: { type: AuthType; form: Form<AuthValues>; next: string }) {
  const { fields } = authForms[type];
  const isNew = type !== "signin";
  const rule = usePasswordRule(isNew && fields.includes("pass"));
  // A field without a name is in no request. If the browser sends the form itself, the password stays here.
  const isNamed = useHydrated();
  const secret = (field: AuthField) => ({
    ...form.field(field),
    ...(isNamed ? {} : { name: undefined, "data-field": field }),
  });
  // The address is the user name: a password manager stores it with the password.
  const email = {
    ...form.field("email"),
    label: authTexts.email,
    enterKeyHint: fields.length > 1 ? ("next" as const) : ("send" as const),
    autoCapitalize: "none",
    spellCheck: false,
  };
  return (
    <>
      {type === "signup" && (
        <EmailField
          {...email}
          autoComplete="username"
          typed={form.texts.email}
          onAccept={(corrected) => form.correct("email", corrected)}
        />
      )}
      {(type === "signin" || type === "forgotpass") && (
        <TextField
          {...email}
          type="email"
          autoComplete={type === "signin" ? "username webauthn" : "username"}
          {...(type === "signin" ? { "data-initial-focus": "" } : {})}
        />
      )}
      {fields.includes("pass") && (
        <PasswordField
          {...secret("pass")}
          label={type === "changepass" ? authTexts.newPassword : authTexts.password}
          autoComplete={isNew ? "new-password" : "current-password"}
          enterKeyHint={isNew ? "next" : "go"}
          hint={rule}
          beside={type === "signin" ? <ForgotLink next={next} /> : undefined}
          advice={isNew && <PasswordStrength password={form.texts.pass} known={[form.texts.email]} />}
        />
      )}
      {fields.includes("confirmPass") && (
        <PasswordField
          {...secret("confirmPass")}
          label={authTexts.confirmPassword}
          autoComplete="new-password"
          enterKeyHint="go"
        />
      )}
    </>
  );
}

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
  isReady?: boolean;
  next: string;
  children?: Elements;
};

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
      <Button type="submit" size="lg" fullWidth busy={task.isBusy} text={authTexts.forms[type].button} />
    </form>
  );
}
