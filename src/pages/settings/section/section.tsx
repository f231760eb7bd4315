import { isProviderId, type ProviderId, providerOf } from "@tallybin/contract/providers";
import { forUser, reauthenticateWithPassword } from "@tallybin/identity";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import * as v from "valibot";
import type { User } from "../../../account/user.ts";
import { Address } from "../../../components/address/address.tsx";
import { Alert } from "../../../components/alert/alert.tsx";
import { Button, SmallButton } from "../../../components/button/button.tsx";
import { PopupNotice } from "../../../components/popup-notice/popup-notice.tsx";
import { SocialButton } from "../../../components/social-button/social-button.tsx";
import { PasswordField, Username } from "../../../components/text-field/password-field.tsx";
import { identityClient, withIdentity } from "../../../identity/client/client.ts";
import { sendVerificationMail, verificationMail } from "../../../identity/client/verification-mail.ts";
import { PasswordText } from "../../../identity/methods/auth-forms.ts";
import { passkeySupport } from "../../../identity/methods/passkey-support.ts";
import { usePopup } from "../../../identity/methods/use-popup.ts";
import { SecondFactorPanel, useSecondFactor } from "../../../identity/second-factor/second-factor-panel.tsx";
import {
  formOfTask,
  type Progress,
  type Task,
  TaskFailure,
  useTask,
} from "../../../identity/state/use-task.tsx";
import type { Elements } from "../../../lib/elements.ts";
import { readBySchema } from "../../../lib/field-schemas.ts";
import { hasHadFocus, isFocusLost } from "../../../lib/focus.ts";
import { type Form, useForm } from "../../../lib/use-form.ts";
import { verificationTexts } from "../../../messages/auth-failure-texts.ts";
import type { FailureTexts } from "../../../messages/failure.ts";
import * as styles from "./settings-page.css.ts";
import { emailTexts, proofTexts, rowTexts } from "./settings-texts.tsx";

type SettingsRowProps = {
  /** Also the section's address: `#password` opens it. */
  id: string;
  texts: { title: string; intro?: ReactNode };
  /** The present setting. */
  value: ReactNode;
  /** What the button does; "Change" if absent. */
  action?: string;
  /** A notice that does not wait for the section to open. */
  notice?: ReactNode;
  /** Instead of the one of the texts. */
  intro?: ReactNode;
  /** Whether the form is created only when the section first opens, because the form starts with a request. */
  waits?: boolean;
  /** Whether the section starts open, because it has text that was typed before the page was reloaded. */
  startsOpen?: boolean;
  /** The form. A row without one only shows its value. */
  children?: Elements;
};

/** One setting, saved independently: a row that opens. Closing keeps what was typed. */
export function SettingsRow(props: SettingsRowProps) {
  const { id, texts, value, action = rowTexts.change, notice, startsOpen = false, waits = false } = props;
  const { intro = texts.intro, children } = props;
  const { title } = texts;
  const section = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLSpanElement>(null);
  useFocusFallback(section);
  const [isOpen, setOpen] = useDisclosure(section, id, startsOpen);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    <section ref={section} className={styles.setting} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 className={styles.heading} id={id}>
          {title}
        </h2>
        <div className={styles.value}>{value}</div>
        {children !== undefined && (
          <span ref={toggle} className={styles.toggle}>
            <SmallButton
              aria-expanded={isOpen}
              aria-controls={`${id}-form`}
              aria-label={rowTexts.actionOn(isOpen ? rowTexts.close : action, title)}
              onClick={() => setOpen(!isOpen)}
              text={<span key={String(isOpen)}>{isOpen ? rowTexts.close : action}</span>}
            />
          </span>
        )}
      </div>
      {notice && <div className={styles.notice}>{notice}</div>}
      {children !== undefined && (
        // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the button above
        <div
          className={styles.panel}
          id={`${id}-form`}
          hidden={!isOpen}
          onKeyDown={({ key, defaultPrevented }) => {
            if (key !== "Escape" || defaultPrevented) return;
            setOpen(false);
            toggle.current?.querySelector("button")?.focus();
          }}
        >
          {intro !== undefined && <div className={styles.intro}>{intro}</div>}
          {(wasOpen || !waits) && children}
        </div>
      )}
    </section>
  );
}

/** Whether a section is open. The one that the address names opens and comes into view. */
function useDisclosure(section: RefObject<HTMLElement | null>, id: string, startsOpen: boolean) {
  const [isOpen, setOpen] = useState(() => startsOpen || isNamedByHash(id));
  useEffect(() => {
    const showNamedSection = (): void => {
      if (!isNamedByHash(id)) return;
      flushSync(() => setOpen(true)); // the form needs its room before the page scrolls
      section.current?.scrollIntoView();
    };
    if (isNamedByHash(id)) {
      section.current?.scrollIntoView();
      // The link of the row before its data had the focus.
      if (isFocusLost() && hasHadFocus()) section.current?.querySelector("button")?.focus();
    }
    window.addEventListener("hashchange", showNamedSection);
    return () => window.removeEventListener("hashchange", showNamedSection);
  }, [section, id]);
  return [isOpen, setOpen] as const;
}

const isNamedByHash = (id: string): boolean => window.location.hash === `#${id}`;

/**
 * Moves the focus to a section's heading when the focused control disappears, such as the form of a finished step, so
 * that a keyboard user stays in the section. The section's status announces the outcome.
 */
function useFocusFallback(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = section.current;
    if (!place) return undefined;
    let last: EventTarget | null = null;
    const rememberControl = ({ target }: FocusEvent): void => {
      last = target;
    };
    // A control that lost the focus to another section is no longer the user's place.
    const forgetControl = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node && !place.contains(relatedTarget)) last = null;
    };
    const changes = new MutationObserver(() => {
      if (!(last instanceof Node) || last.isConnected || !isFocusLost()) return;
      last = null;
      const heading = place.querySelector<HTMLElement>("h2");
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
    place.addEventListener("focusin", rememberControl);
    place.addEventListener("focusout", forgetControl);
    changes.observe(place, { childList: true, subtree: true });
    return () => {
      place.removeEventListener("focusin", rememberControl);
      place.removeEventListener("focusout", forgetControl);
      changes.disconnect();
    };
  }, [section]);
}

type SettingsFormProps = {
  button: string;
  variant?: "primary" | "secondary";
  destructive?: boolean;
  busy: boolean;
  disabled?: boolean;
  form: Pick<Form<unknown>, "attributes">;
  children: Elements;
};

export const SettingsForm = ({ button, form, children, ...look }: SettingsFormProps) => (
  <form {...form.attributes} className={styles.form}>
    {children}
    <Button type="submit" {...look} text={button} />
  </form>
);

type OutcomeProps<Input> = {
  user: User;
  task: Task<Input>;
  texts?: FailureTexts;
  saved?: ReactNode;
};

/** Whether the service requires a recent sign-in for a change. */
export const isProofWanted = (progress: Progress): boolean =>
  progress.status === "failed" && progress.failure.code === "requires-recent-login";

/** The outcome of a section's own request: a re-authentication, after which the change continues, a failure, or success. */
export function Outcome<Input>({ user, task, texts = {}, saved }: OutcomeProps<Input>) {
  const { progress } = task;
  return (
    <>
      {isProofWanted(progress) ? (
        <Reauthenticate user={user} onProved={() => void task.again()} onCancel={task.reset} />
      ) : (
        <TaskFailure progress={progress} texts={texts} />
      )}
      <p className={styles.saved} role="status">
        {progress.status === "done" && saved}
      </p>
    </>
  );
}

type ReauthenticateProps = { user: User; onProved: () => void; onCancel: () => void };

/** Without a password or a service, the proof is a passkey. */
type Proof = { password?: string; provider?: ProviderId };

/** By any of the account's methods, in place, above the change that waits for it. A new attempt replaces the running one. */
function Reauthenticate({ user, onProved, onCancel }: ReauthenticateProps) {
  const { uid, email = "" } = user;
  const { open: popup, run } = usePopup();
  const { step: factor, withSecondFactor } = useSecondFactor();
  const reauthenticate = async ({ password, provider }: Proof) => {
    if (provider) return run("reauthenticateWithPopup", provider, { uid });
    if (password !== undefined)
      return reauthenticateWithPassword(forUser(await identityClient(), uid), { email, password });
    const [identity, { reauthenticateWithPasskey }] = await withIdentity(
      () => import("@tallybin/identity/passkey"),
    );
    return reauthenticateWithPasskey(forUser(identity, uid));
  };
  const task = useTask(
    async (proof: Proof) => {
      await withSecondFactor(() => reauthenticate(proof));
      onProved();
    },
    { supersedes: true },
  );
  const methods = user.providerData.map(({ providerId }) => providerId);
  const isPasskey = task.latest?.password === undefined && task.latest?.provider === undefined;
  return (
    <section className={styles.proof} aria-label={proofTexts.title}>
      <h3>{proofTexts.title}</h3>
      <p>{proofTexts.intro}</p>
      {factor ? (
        <SecondFactorPanel step={factor} />
      ) : (
        <>
          {methods.includes("password") && <PasswordProof email={email} task={task} />}
          {methods.filter(isProviderId).map((provider) => (
            <SocialButton
              key={provider}
              icon={provider}
              text={proofTexts.confirmWith(providerOf(provider).name)}
              busy={popup?.provider === provider}
              onClick={() => void task.start({ provider })}
            />
          ))}
          {user.passkeys.length > 0 && passkeySupport() === "supported" && (
            <Button
              variant="secondary"
              busy={task.isBusy && isPasskey}
              onClick={() => void task.start({})}
              text={proofTexts.confirmWithPasskey}
            />
          )}
          <Button variant="secondary" onClick={onCancel} text={proofTexts.notNow} />
          {popup && <PopupNotice popup={popup} />}
        </>
      )}
      <TaskFailure progress={task.progress} texts={proofTexts.failures} />
    </section>
  );
}

const ProofForm = v.object({ proof: PasswordText });
const failedFields = { "wrong-password": "proof", "invalid-credential": "proof" } as const;

/** Asks for the password again. It is passed on and not kept. */
function PasswordProof({ email, task }: { email: string; task: Task<Proof> }) {
  const isPassword = task.latest?.password !== undefined;
  const form = useForm<{ proof: string }>({
    ...formOfTask(task, isPassword ? failedFields : {}),
    fields: ["proof"],
    read: (typed) => readBySchema(ProofForm, typed),
    act: ({ proof }) => void task.start({ password: proof }),
    startsFocused: true,
  });
  return (
    <SettingsForm button={proofTexts.confirm} busy={task.isBusy && isPassword} form={form}>
      <Username email={email} />
      <PasswordField
        {...form.field("proof")}
        label={proofTexts.password}
        autoComplete="current-password"
        enterKeyHint="go"
      />
    </SettingsForm>
  );
}

/** A button beside an unverified address. It resends the message, and the outcome appears where it was pressed. */
export function SendAgain({ uid, email }: { uid: string; email: string }) {
  const mail = verificationMail.useValue();
  const [isRequested, setRequested] = useState(false);
  return (
    <>
      {isRequested && <TaskFailure progress={mail} texts={verificationTexts} />}
      {isRequested && mail.status === "done" && (
        <Alert key={mail.runNumber} tone="success" isAnswer>
          <Address text={emailTexts.verificationSent(email)} />
        </Alert>
      )}
      <SmallButton
        busy={mail.status === "busy"}
        onClick={() => {
          setRequested(true);
          void sendVerificationMail(uid);
        }}
        text={emailTexts.sendAgain}
      />
    </>
  );
}
