import type { ProviderId } from "@tallybin/contract/providers";
import { unlink } from "@tallybin/identity";
import { identityClient } from "../../../identity/client/client.ts";
import { keepOneMethod } from "../../../identity/methods/keep-one-method.ts";
import { usePopup } from "../../../identity/methods/use-popup.ts";
import { isLastMethod } from "../section/last-method.ts";
import { useRecentSignInTask } from "../section/use-recent-sign-in-task.ts";

type MethodChange = { kind: "link"; provider: ProviderId } | { kind: "unlink"; providerId: string };

/** Adds and removes sign-in methods, one at a time. */
export function useMethods(uid: string) {
  const { open: popup, run } = usePopup();
  const task = useRecentSignInTask(uid, async (change: MethodChange, owned) => {
    if (change.kind === "link") await run("linkWithPopup", change.provider, { owned });
    else {
      const own = owned(await identityClient());
      await keepOneMethod(own, (user) => isLastMethod(user, change.providerId));
      await unlink(own, change.providerId);
    }
  });
  return { ...task, popup };
}
