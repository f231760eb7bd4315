import { Alert } from "../../components/alert/alert.tsx";
import { Button } from "../../components/button/button.tsx";
import { Countdown, useCountdown } from "../../components/countdown/countdown.tsx";
import type { Elements } from "../../lib/elements.ts";
import { reloadPage } from "../../lib/reload-page.ts";
import { describeFailure, type Failure, type FailureTexts } from "../../messages/failure.ts";
import { failureTexts } from "../../messages/failure-texts.ts";
import type { Progress } from "./use-task.ts";

type Advice = {
  /** The texts of codes that have another meaning on this page. */
  texts?: FailureTexts | undefined;
  /** The action that helps. */
  children?: Elements;
};

/** Why a task failed. The number of the attempt makes a repeated failure a new alert, which is announced again. */
export const TaskFailure = ({ progress, ...advice }: Advice & { progress: Progress }) =>
  progress.status === "failed" && (
    <FailureAlert key={progress.runNumber} failure={progress.failure} {...advice} />
  );

function FailureAlert({ failure, texts, children }: Advice & { failure: Failure }) {
  const { tone, text, retryAt, needsReload } = describeFailure(failure, texts);
  const seconds = useCountdown(retryAt);
  return (
    <Alert tone={tone} isAnswer>
      <p>{text}</p>
      {retryAt !== undefined && <Countdown seconds={seconds} />}
      {needsReload && (
        <div>
          <Button variant="secondary" size="sm" onClick={reloadPage} text={failureTexts.reload} />
        </div>
      )}
      {children}
    </Alert>
  );
}
