import { useCallback, useEffect, useRef, useState } from "react";
import { now } from "../../lib/clock.ts";
import { type Failure, toFailure } from "../../messages/failure.ts";

/** Thrown by a task that the user canceled: there is nothing to report. */
export class TaskCanceled extends Error {}

/** Each attempt has a number, so that a repeated failure is announced again. */
export type Progress = { attempt: number } & (
  | { status: "idle" }
  | { status: "busy" }
  | { status: "done" }
  | { status: "failed"; failure: Failure }
);

export type Task<Input> = {
  progress: Progress;
  start: (input: Input) => Promise<boolean>;
  /** Repeats the request, for example after a re-authentication. */
  again: () => Promise<boolean>;
  /** Clears the outcome and the request. */
  reset: () => void;
};

/**
 * One user action, running at most once at a time however often it is clicked. With `supersedes`, a new attempt
 * replaces the running one, whose outcome is then ignored.
 */
export function useTask<Input>(
  run: (input: Input) => Promise<void>,
  { supersedes = false }: { supersedes?: boolean } = {},
): Task<Input> {
  const [progress, setProgress] = useState<Progress>({ status: "idle", attempt: 0 });
  const attempts = useRef(0);
  const isRunning = useRef<boolean>(false);
  const asked = useRef<{ input: Input } | undefined>(undefined);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });

  const start = useCallback(
    async (input: Input): Promise<boolean> => {
      if (isRunning.current && !supersedes) return false;
      isRunning.current = true;
      attempts.current += 1;
      const attempt = attempts.current;
      const finish = (outcome: Progress): boolean => {
        if (attempt !== attempts.current) return false;
        isRunning.current = false;
        setProgress(outcome);
        return outcome.status === "done";
      };
      asked.current = { input };
      setProgress({ status: "busy", attempt });
      try {
        await latest.current(input);
        if (attempt === attempts.current) asked.current = undefined;
        return finish({ status: "done", attempt });
      } catch (error) {
        if (error instanceof TaskCanceled) return finish({ status: "idle", attempt });
        return finish({ status: "failed", attempt, failure: toFailure(error, now()) });
      }
    },
    [supersedes],
  );

  const again = useCallback(async (): Promise<boolean> => {
    const kept = asked.current;
    return kept ? start(kept.input) : false;
  }, [start]);

  const reset = useCallback((): void => {
    asked.current = undefined;
    if (!isRunning.current) setProgress({ status: "idle", attempt: attempts.current });
  }, []);

  return { progress, start, again, reset };
}
