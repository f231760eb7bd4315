import { useCallback, useEffect, useRef, useState } from "react";
import { Alert } from "../../components/alert/alert.tsx";
import { SmallButton } from "../../components/button/button.tsx";
import { Countdown, useCountdown } from "../../components/countdown/countdown.tsx";
import { now } from "../../lib/clock.ts";
import type { Elements } from "../../lib/elements.ts";
import { reloadPage } from "../../lib/reload-page.ts";
import {
  describeFailure,
  type Failure,
  type FailureCode,
  type FailureTexts,
  toFailure,
} from "../../messages/failure.ts";
import { failureTexts } from "../../messages/failure-texts.ts";

/** Thrown by a task that the user canceled: there is nothing to report. */
export class Cancellation extends Error {}

/** Each run has a number, so that a repeated failure is announced again. */
export type Progress = { runNumber: number } & (
  | { status: "idle" }
  | { status: "busy" }
  | { status: "done" }
  | { status: "failed"; failure: Failure }
);

export type Task<Input> = {
  progress: Progress;
  isBusy: boolean;
  /** The input of the latest run. */
  latest: Input | undefined;
  start: (input: Input) => Promise<boolean>;
  /** Repeats the request, for example after a re-authentication. */
  again: () => Promise<boolean>;
  /** Clears the outcome and the request. */
  reset: () => void;
};

/**
 * One user action, running at most once at a time however often it is clicked. With `supersedes`, a new run
 * replaces the running one, whose outcome is then ignored.
 */
export function useTask<Input>(
  run: (input: Input) => Promise<void>,
  { supersedes = false }: { supersedes?: boolean } = {},
): Task<Input> {
  const [progress, setProgress] = useState<Progress>({ status: "idle", runNumber: 0 });
  const [latest, setLatest] = useState<Input>();
  const runs = useRef(0);
  const isRunning = useRef<boolean>(false);
  const request = useRef<{ input: Input } | undefined>(undefined);
  const action = useRef(run);
  useEffect(() => {
    action.current = run;
  });

  const start = useCallback(
    async (input: Input): Promise<boolean> => {
      if (isRunning.current && !supersedes) return false;
      isRunning.current = true;
      runs.current += 1;
      const runNumber = runs.current;
      const finishRun = (outcome: Progress): boolean => {
        if (runNumber !== runs.current) return false;
        isRunning.current = false;
        setProgress(outcome);
        return outcome.status === "done";
      };
      request.current = { input };
      setLatest(input);
      setProgress({ status: "busy", runNumber });
      try {
        await action.current(input);
        if (runNumber === runs.current) request.current = undefined;
        return finishRun({ status: "done", runNumber });
      } catch (error) {
        if (error instanceof Cancellation) return finishRun({ status: "idle", runNumber });
        return finishRun({ status: "failed", runNumber, failure: toFailure(error, now()) });
      }
    },
    [supersedes],
  );

  const again = useCallback(async (): Promise<boolean> => {
    const last = request.current;
    return last ? start(last.input) : false;
  }, [start]);

  const reset = useCallback((): void => {
    request.current = undefined;
    if (!isRunning.current) setProgress({ status: "idle", runNumber: runs.current });
  }, []);

  return { progress, isBusy: progress.status === "busy", latest, start, again, reset };
}

/** The field that each error code is about. */
export type FailedFields<Field extends string> = Partial<Record<FailureCode, Field>>;

/** The options of a form whose request is a task: the task's failure disappears when the user corrects the form. */
export function formOfTask<Field extends string>(
  { progress, reset }: Pick<Task<never>, "progress" | "reset">,
  fields: FailedFields<Field>,
) {
  const field = progress.status === "failed" ? fields[progress.failure.code] : undefined;
  return {
    refusal: field && { field, attempt: String(progress.runNumber) },
    onCorrect: reset,
    onProblem: reset,
  };
}

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
          <SmallButton onClick={reloadPage} text={failureTexts.reload} />
        </div>
      )}
      {children}
    </Alert>
  );
}
