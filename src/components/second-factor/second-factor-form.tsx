import { Alert } from "../alert/alert.tsx";
import { FailureAlert } from "../failure-alert/failure-alert.tsx";
import { Link } from "../link/link.tsx";
import { CodeForm } from "./code-form.tsx";
import { FactorChoice } from "./factor-choice.tsx";
import { type FactorHint, phoneName } from "./factor-name.ts";
import { Resend } from "./resend.tsx";
import { form, lost } from "./second-factor.css.ts";

type SecondFactorFormProps = {
  hints: readonly FactorHint[];
  chosen: FactorHint;
  onChoose: (uid: string) => void;
  /** The text message is being sent. */
  isSending: boolean;
  isSent: boolean;
  resendAt: number | undefined;
  onResend: () => void;
  isChecking: boolean;
  /** New for each failure, so that a repeated failure is announced again. */
  failure: { key: string; text: string; retryAt?: number; isCodeWrong: boolean } | undefined;
  onCheck: (code: string) => void;
  onCancel: () => void;
  now: () => number;
  /** The contact address for a user who has lost the device. */
  contactHref: string;
};

/** The second step of a sign-in: which factor, and its code. */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const { hints, chosen, failure, now } = props;
  const isPhone = chosen.factorId === "phone";
  return (
    <div className={form}>
      {failure && (
        <FailureAlert
          key={failure.key}
          text={failure.text}
          now={now}
          {...(failure.retryAt === undefined ? {} : { retryAt: failure.retryAt })}
        />
      )}
      {hints.length > 1 && <FactorChoice hints={hints} chosen={chosen.uid} onChoose={props.onChoose} />}
      {isPhone && props.isSent && (
        <Alert tone="notice">
          We have sent a text message to {chosen.phoneNumber ? phoneName(chosen.phoneNumber) : "your phone"}.
        </Alert>
      )}
      <CodeForm
        key={chosen.uid}
        label={isPhone ? "Code from the text message" : "Code from your authenticator app"}
        button="Confirm"
        hint={
          !isPhone
            ? "Open your authenticator app and enter the 6-digit code."
            : props.isSent
              ? "Enter the 6-digit code that we sent to your phone."
              : "You’ll get a 6-digit code by text message."
        }
        refusal={failure?.isCodeWrong ? failure : undefined}
        busy={props.isChecking}
        onSubmit={props.onCheck}
        onCancel={props.onCancel}
      >
        {isPhone && (
          <Resend busy={props.isSending} availableAt={props.resendAt} now={now} onResend={props.onResend} />
        )}
      </CodeForm>
      <p className={lost}>
        Lost your device? <Link href={props.contactHref}>Write to us</Link> and we’ll help you back in.
      </p>
    </div>
  );
}
