import { type Task, useTask } from "../../identity/use-task.ts";

export type ProtectedTask<Input> = Task<Input> & { isProofWanted: boolean };

/** A change the service may want a recent sign-in for; it is then asked for in place, and the change goes on. */
export function useProtected<Input>(run: (input: Input) => Promise<void>): ProtectedTask<Input> {
  const task = useTask(run);
  const { progress } = task;
  return {
    ...task,
    isProofWanted: progress.status === "failed" && progress.failure.code === "requires-recent-login",
  };
}
