import { type Owned, ownedBy } from "../../identity/owner.ts";
import { type Task, useTask } from "../../identity/use-task.ts";

export type RecentSignInTask<Input> = Task<Input> & { isProofWanted: boolean };

/**
 * A change to one person's account. The service may want a recent sign-in for it, which is then asked for in place;
 * the change goes on afterwards, if it is still the same person who is signed in.
 */
export function useRecentSignInTask<Input>(
  uid: string,
  run: (input: Input, owned: Owned) => Promise<void>,
): RecentSignInTask<Input> {
  const task = useTask((input: Input) => run(input, ownedBy(uid)));
  const { progress } = task;
  return {
    ...task,
    isProofWanted: progress.status === "failed" && progress.failure.code === "requires-recent-login",
  };
}
