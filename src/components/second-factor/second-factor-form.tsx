import { useId } from "react";
import { figure } from "../../styles/utilities.css.ts";
import { Alert } from "../alert/alert.tsx";
import { Button } from "../button/button.tsx";
import { formatClock, useCountdown } from "../countdown/countdown.tsx";
import { FailureAlert } from "../failure-alert/failure-alert.tsx";
import { Link } from "../link/link.tsx";
import { CodeForm } from "./code-form.tsx";
import { type FactorHint, factorLabelOf, messageSentText } from "./factor-name.ts";
import * as styles from "./second-factor.css.ts";
import { form, lost, resend } from "./second-factor.css.ts";
import { secondFactorTexts } from "./second-factor-texts.tsx";

type SecondFactorFormProps = {
  hints: readonly FactorHint[];
  chosen: FactorHint;
  onChoose: (uid: string) => void;
  /** Whether the text message is being sent. */
  isSending: boolean;
  isSent: boolean;
  resendAt: number | undefined;
  onResend: () => void;
  isChecking: boolean;
  /** A key that is new for each failure, so that a repeated failure is announced again. */
  failure:
    | { key: string; text: string; retryAt?: number | undefined; needsReload: boolean; isCodeWrong: boolean }
    | undefined;
  onCheck: (code: string) => void;
  onCancel: () => void;
  /** The contact address for a user who has lost the device. */
  contactHref: string;
};

/** The second step of a sign-in: which factor, and its code. */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const { hints, chosen, failure } = props;
  const isPhone = chosen.factorId === "phone";
  return (
    <div className={form}>
      {failure && (
        <FailureAlert
          key={failure.key}
          text={failure.text}
          retryAt={failure.retryAt}
          needsReload={failure.needsReload}
        />
      )}
      {hints.length > 1 && <FactorChoice hints={hints} chosen={chosen.uid} onChoose={props.onChoose} />}
      {isPhone && props.isSent && <Alert tone="notice">{messageSentText(chosen.phoneNumber)}</Alert>}
      <CodeForm
        key={chosen.uid}
        label={isPhone ? secondFactorTexts.codeFromMessage : secondFactorTexts.codeFromApp}
        button={secondFactorTexts.confirm}
        hint={
          !isPhone
            ? secondFactorTexts.hintApp
            : props.isSent
              ? secondFactorTexts.hintSent
              : secondFactorTexts.hintUnsent
        }
        refusedKey={failure?.isCodeWrong ? failure.key : undefined}
        busy={props.isChecking}
        onSubmit={props.onCheck}
        onCancel={props.onCancel}
      >
        {isPhone && <Resend busy={props.isSending} availableAt={props.resendAt} onResend={props.onResend} />}
      </CodeForm>
      <p className={lost}>
        {secondFactorTexts.lostDevice((text) => (
          <Link href={props.contactHref}>{text}</Link>
        ))}
      </p>
    </div>
  );
}

type FactorChoiceProps = {
  hints: readonly FactorHint[];
  chosen: string;
  onChoose: (uid: string) => void;
};

function FactorChoice({ hints, chosen, onChoose }: FactorChoiceProps) {
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
            checked={hint.uid === chosen}
            onChange={() => onChoose(hint.uid)}
          />
          <span>{factorLabelOf(hint)}</span>
        </label>
      ))}
    </fieldset>
  );
}

type ResendProps = {
  busy: boolean;
  /** When the next message may be requested. */
  availableAt: number | undefined;
  onResend: () => void;
};

/** Requests another text message, no more often than one can arrive. */
function Resend({ busy, availableAt, onResend }: ResendProps) {
  const seconds = useCountdown(availableAt);
  return (
    <div className={resend}>
      {seconds > 0 ? (
        <p>{secondFactorTexts.noMessageWait(<span className={figure}>{formatClock(seconds)}</span>)}</p>
      ) : (
        <>
          <span>{secondFactorTexts.noMessage}</span>
          <Button variant="secondary" size="sm" busy={busy} onClick={onResend}>
            {secondFactorTexts.newCode}
          </Button>
        </>
      )}
    </div>
  );
}
