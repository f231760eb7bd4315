import { type ClientOfOwner, ownedBy } from "../../../identity/client/owner.ts";
import { type Task, useTask } from "../../../identity/state/use-task.ts";

export type RecentSignInTask<Input> = Task<Input> & { isProofWanted: boolean };

/**
 * A change to one user's account. If the service requires a recent sign-in, the page asks for it in place. The change
 * continues afterwards if the same user is still signed in.
 */
export function useRecentSignInTask<Input>(
  uid: string,
  run: (input: Input, owned: ClientOfOwner) => Promise<void>,
): RecentSignInTask<Input> {
  const task = useTask((input: Input) => run(input, ownedBy(uid)));
  const { progress } = task;
  return {
    ...task,
    isProofWanted: progress.status === "failed" && progress.failure.code === "requires-recent-login",
  };
}
