import { FailureAlert } from "../../components/failure-alert/failure-alert.tsx";
import type { Elements } from "../../lib/elements.ts";
import { describeFailure, type FailureTexts } from "../../messages/failure.ts";
import type { Progress } from "./use-task.ts";

type TaskFailureProps = {
  progress: Progress;
  /** The texts of codes that have another meaning on this page. */
  texts?: FailureTexts;
  /** The action that helps. */
  children?: Elements;
};

/** Why a task failed. The number of the attempt makes a repeated failure a new alert, which is announced again. */
export const TaskFailure = ({ progress, texts = {}, children }: TaskFailureProps) =>
  progress.status === "failed" && (
    <FailureAlert key={progress.runNumber} {...describeFailure(progress.failure, texts)}>
      {children}
    </FailureAlert>
  );
