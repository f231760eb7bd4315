import { readCode } from "@tallybin/contract/typed-number";
import type { EnrolledFactor } from "@tallybin/identity";
import { type ComponentProps, useId } from "react";
import { useStore } from "zustand";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { formatClock, useCountdown } from "../../components/countdown/countdown.tsx";
import { linkTo } from "../../components/link/link.tsx";
import { type FieldText, TextField } from "../../components/text-field/text-field.tsx";
import { paths } from "../../config/paths.ts";
import type { Elements } from "../../lib/elements.ts";
import { useForm } from "../../lib/use-form.ts";
import { figure } from "../../styles/layout.css.ts";
import { identityTexts } from "../identity-texts.ts";
import { TaskFailure } from "../state/task-failure.tsx";
import type { Progress } from "../state/use-task.ts";
import { humanCheckStore } from "./human-check.ts";
import * as styles from "./second-factor.css.ts";
import { check, frame } from "./second-factor.css.ts";
import { secondFactorTexts } from "./second-factor-texts.tsx";
import type { SecondFactorStep } from "./use-second-factor.ts";

/** The second step of any sign-in or re-authentication: which factor, and its code. */
export function SecondFactorPanel({ step }: { step: SecondFactorStep }) {
  const { chosen, sending, checking } = step;
  const isPhone = chosen.factorId === "phone";
  const isSent = sending.status === "done";
  const hintPhone = isSent ? secondFactorTexts.hintSent : secondFactorTexts.hintUnsent;
  return (
    <>
      <HumanCheckFrame />
      <div className={styles.form}>
        <TaskFailure progress={checking} />
        {(checking.status === "idle" || checking.status === "done") && <TaskFailure progress={sending} />}
        {step.hints.length > 1 && <FactorChoice step={step} />}
        {isPhone && isSent && <Alert tone="notice">{messageSentText(chosen.phoneNumber)}</Alert>}
        <CodeForm
          key={chosen.uid}
          label={isPhone ? secondFactorTexts.codeFromMessage : secondFactorTexts.codeFromApp}
          button={secondFactorTexts.confirm}
          hint={isPhone ? hintPhone : secondFactorTexts.hintApp}
          progress={checking}
          onSubmit={step.check}
          onCancel={step.cancel}
        >
          {isPhone && <Resend step={step} />}
        </CodeForm>
        <p className={styles.lost}>{secondFactorTexts.lostDevice(linkTo(paths.contact))}</p>
      </div>
    </>
  );
}

function FactorChoice({ step: { hints, chosen, choose } }: { step: SecondFactorStep }) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{secondFactorTexts.choose}</legend>
      {hints.map((hint) => (
        <label key={hint.uid} className={styles.choice}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            checked={hint.uid === chosen.uid}
            onChange={() => choose(hint.uid)}
          />
          <span>{factorLabelOf(hint)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Requests another text message, no more often than one can arrive. */
function Resend({ step: { sending, resendAt, resend } }: { step: SecondFactorStep }) {
  const seconds = useCountdown(resendAt);
  return (
    <div className={styles.resend}>
      {seconds > 0 ? (
        <p>{secondFactorTexts.noMessageWait(<span className={figure}>{formatClock(seconds)}</span>)}</p>
      ) : (
        <>
          <span>{secondFactorTexts.noMessage}</span>
          <Button
            variant="secondary"
            size="sm"
            busy={sending.status === "busy"}
            onClick={resend}
            text={secondFactorTexts.newCode}
          />
        </>
      )}
    </div>
  );
}

type CodeFormProps = {
  label: string;
  button: string;
  /** The check of the last code. The form's alert says why it was refused. */
  progress: Progress;
  hint?: string;
  onSubmit: (code: string) => void;
  onCancel?: () => void;
  /** Content between the field and the buttons. */
  children?: Elements;
};

/** One code, typed or pasted. It is stored only in this form. */
export function CodeForm({ label, button, progress, hint, onSubmit, onCancel, children }: CodeFormProps) {
  const busy = progress.status === "busy";
  const isWrong = progress.status === "failed" && progress.failure.code === "invalid-verification-code";
  const form = useForm<{ code: string }>({
    fields: ["code"],
    read: (typed) => {
      const code = readCode(typed.code);
      return code ? { values: { code } } : { problems: { code: secondFactorTexts.codeMissing } };
    },
    act: ({ code }) => onSubmit(code),
    startsFocused: true,
    refusal: isWrong ? { field: "code", attempt: String(progress.runNumber) } : undefined,
  });
  return (
    <form {...form.attributes} className={styles.form}>
      <OneTimeCodeField {...form.field("code")} label={label} hint={hint} />
      {children}
      <Button type="submit" fullWidth busy={busy} text={button} />
      {onCancel && (
        <Button
          variant="simple"
          fullWidth
          disabled={busy}
          onClick={onCancel}
          text={secondFactorTexts.cancel}
        />
      )}
    </form>
  );
}

/** A code from a message or an app: suggested by the phone's keyboard, filled in by password managers. */
export const OneTimeCodeField = (props: FieldText & Omit<ComponentProps<"input">, "type">) => (
  <TextField
    {...props}
    type="text"
    inputMode="numeric"
    autoComplete="one-time-code"
    enterKeyHint="go"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
  />
);

/** A third party's check, in a frame of another origin, so that its script cannot read our storage. */
export function HumanCheckFrame() {
  const current = useStore(humanCheckStore, (state) => state.check);
  if (!current) return null;
  return (
    <section className={check} aria-label={identityTexts.humanCheck}>
      <p role="status">{identityTexts.humanCheckIntro}</p>
      <iframe
        className={frame}
        data-open={current.isOpen || undefined}
        src={current.address}
        title={identityTexts.humanCheckFrame}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
      />
      <Button variant="simple" onClick={current.cancel} text={identityTexts.cancel} />
    </section>
  );
}

/** The end of a phone number. The service replaces the other digits by stars, which a screen reader cannot read. */
const endOfNumber = (phoneNumber: string): string | undefined =>
  phoneNumber.includes("*") ? phoneNumber.replace(/^.*\*/, "") : undefined;

function messageSentText(phoneNumber: string | undefined): string {
  if (!phoneNumber) return secondFactorTexts.sent;
  const digits = endOfNumber(phoneNumber);
  return digits === undefined
    ? secondFactorTexts.sentTo(phoneNumber)
    : secondFactorTexts.sentToEnding(digits);
}

export function factorLabelOf({ factorId, displayName, phoneNumber }: EnrolledFactor): string {
  const kind = secondFactorTexts.kinds[factorId];
  const digits = phoneNumber && endOfNumber(phoneNumber);
  const which = displayName || (digits ? secondFactorTexts.numberEnding(digits) : phoneNumber);
  return which ? secondFactorTexts.namedKind(kind, which) : kind;
}
