import type { Elements } from "../../lib/elements.ts";
import { Alert } from "../alert/alert.tsx";
import { Countdown, useCountdown } from "../countdown/countdown.tsx";

type FailureAlertProps = {
  text: string;
  /** Counts down to this moment. */
  retryAt?: number | undefined;
  /** `notice`: the user canceled, and nothing is wrong. */
  tone?: "error" | "notice";
  /** The action that helps. */
  children?: Elements;
};

/** Why the user's last action failed. */
export function FailureAlert({ text, retryAt, tone = "error", children }: FailureAlertProps) {
  const seconds = useCountdown(retryAt);
  return (
    <Alert tone={tone} isAnswer>
      <p>{text}</p>
      {retryAt !== undefined && <Countdown seconds={seconds} />}
      {children}
    </Alert>
  );
}
