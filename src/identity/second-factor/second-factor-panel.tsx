import { useId } from "react";
import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { formatClock, useCountdown } from "../../components/countdown/countdown.tsx";
import { linkTo } from "../../components/link/link.tsx";
import { paths } from "../../config/paths.ts";
import { figure } from "../../styles/utilities.css.ts";
import { TaskFailure } from "../state/task-failure.tsx";
import { CodeForm } from "./code-form.tsx";
import { factorLabelOf, messageSentText } from "./factor-name.ts";
import { HumanCheckFrame } from "./human-check-frame.tsx";
import * as styles from "./second-factor.css.ts";
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
          <Button variant="secondary" size="sm" busy={sending.status === "busy"} onClick={resend}>
            {secondFactorTexts.newCode}
          </Button>
        </>
      )}
    </div>
  );
}
