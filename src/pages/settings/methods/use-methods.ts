import type { ProviderId } from "@tallybin/contract/providers";
import { forUser, unlink } from "@tallybin/identity";
import { identityClient } from "../../../identity/client/client.ts";
import { keepOneMethod } from "../../../identity/methods/keep-one-method.ts";
import { usePopup } from "../../../identity/methods/use-popup.ts";
import { useTask } from "../../../identity/state/use-task.ts";
import { isLastMethod } from "../section/last-method.ts";

/** What a method becomes. */
type MethodChange = { providerId: ProviderId; isLinked: true } | { providerId: string; isLinked: false };

export function useMethods(uid: string) {
  const { open: popup, run } = usePopup();
  const task = useTask(async (change: MethodChange) => {
    if (change.isLinked) await run("linkWithPopup", change.providerId, { uid });
    else {
      const own = forUser(await identityClient(), uid);
      await keepOneMethod(own, (user) => isLastMethod(user, change.providerId));
      await unlink(own, change.providerId);
    }
  });
  return { ...task, popup };
}
