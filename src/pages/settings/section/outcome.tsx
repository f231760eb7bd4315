import type { ReactNode } from "react";
import type { User } from "../../../account/user.ts";
import { TaskFailure } from "../../../identity/state/task-failure.tsx";
import type { FailureTexts } from "../../../messages/failure.ts";
import { Reauthenticate } from "./reauthenticate.tsx";
import * as styles from "./settings-page.css.ts";
import type { RecentSignInTask } from "./use-recent-sign-in-task.ts";

type OutcomeProps<Input> = {
  user: User;
  task: RecentSignInTask<Input>;
  texts?: FailureTexts;
  /** Shown after success. */
  saved?: ReactNode;
};

/** The outcome of a section's own request: a re-authentication, a failure, or success. */
export function Outcome<Input>({ user, task, texts = {}, saved }: OutcomeProps<Input>) {
  const { progress, isProofWanted } = task;
  return (
    <>
      {isProofWanted && (
        <Reauthenticate user={user} onProved={() => void task.again()} onCancel={task.reset} />
      )}
      {!isProofWanted && <TaskFailure progress={progress} texts={texts} />}
      <p className={styles.saved} role="status">
        {progress.status === "done" && saved}
      </p>
    </>
  );
}
