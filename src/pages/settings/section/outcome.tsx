import type { ReactNode } from "react";
import type { User } from "../../../account/user.ts";
import { TaskFailure } from "../../../identity/state/task-failure.tsx";
import type { Progress, Task } from "../../../identity/state/use-task.ts";
import type { FailureTexts } from "../../../messages/failure.ts";
import { Reauthenticate } from "./reauthenticate.tsx";
import * as styles from "./settings-page.css.ts";

type OutcomeProps<Input> = {
  user: User;
  task: Task<Input>;
  texts?: FailureTexts;
  saved?: ReactNode;
};

/** Whether the service requires a recent sign-in for a change. */
export const isProofWanted = (progress: Progress): boolean =>
  progress.status === "failed" && progress.failure.code === "requires-recent-login";

/** The outcome of a section's own request: a re-authentication, after which the change continues, a failure, or success. */
export function Outcome<Input>({ user, task, texts = {}, saved }: OutcomeProps<Input>) {
  const { progress } = task;
  return (
    <>
      {isProofWanted(progress) ? (
        <Reauthenticate user={user} onProved={() => void task.again()} onCancel={task.reset} />
      ) : (
        <TaskFailure progress={progress} texts={texts} />
      )}
      <p className={styles.saved} role="status">
        {progress.status === "done" && saved}
      </p>
    </>
  );
}
