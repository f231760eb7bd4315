import { forUser } from "@tallybin/identity";
import { withIdentity } from "../../../identity/client/client.ts";
import { keepOneMethod } from "../../../identity/methods/keep-one-method.ts";
import { withdrawPasskeyOffer } from "../../../identity/methods/passkey-offer.ts";
import { useTask } from "../../../identity/state/use-task.ts";
import { isLastMethod } from "../section/last-method.ts";

/** With the ID of a passkey, its removal. */
type PasskeyChange = { name: string; removedId?: string };

export const usePasskeys = (uid: string) =>
  useTask(async ({ name, removedId }: PasskeyChange) => {
    const [identity, { enrollPasskey, removePasskey }] = await withIdentity(
      () => import("@tallybin/identity/passkey"),
    );
    const own = forUser(identity, uid);
    if (removedId === undefined) {
      await enrollPasskey(own, { name });
      withdrawPasskeyOffer();
      return;
    }
    await keepOneMethod(own, (user) => isLastMethod(user, removedId));
    await removePasskey(own, removedId);
  });
