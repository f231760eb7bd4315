import type { Elements } from "../../lib/elements.ts";
import { reloadPage } from "../../lib/reload-page.ts";
import { Alert } from "../alert/alert.tsx";
import { Button } from "../button/button.tsx";
import { Countdown, useCountdown } from "../countdown/countdown.tsx";
import { failureAlertTexts } from "./failure-alert-texts.ts";

type FailureAlertProps = {
  text: string;
  /** Counts down to this moment. */
  retryAt?: number | undefined;
  /** Whether only a reload of the page helps. */
  needsReload?: boolean;
  /** `notice`: the user canceled, and nothing is wrong. */
  tone?: "error" | "notice";
  /** The action that helps. */
  children?: Elements;
};

/** Why the user's last action failed. */
export function FailureAlert({ text, retryAt, needsReload, tone = "error", children }: FailureAlertProps) {
  const seconds = useCountdown(retryAt);
  return (
    <Alert tone={tone} isAnswer>
      <p>{text}</p>
      {retryAt !== undefined && <Countdown seconds={seconds} />}
      {needsReload && (
        <div>
          <Button variant="secondary" size="sm" onClick={reloadPage}>
            {failureAlertTexts.reload}
          </Button>
        </div>
      )}
      {children}
    </Alert>
  );
}
