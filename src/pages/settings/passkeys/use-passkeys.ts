import { withIdentity } from "../../../identity/client/client.ts";
import { keepOneMethod } from "../../../identity/methods/keep-one-method.ts";
import { withdrawPasskeyOffer } from "../../../identity/methods/passkey-offer.ts";
import { isLastMethod } from "../section/last-method.ts";
import { useRecentSignInTask } from "../section/use-recent-sign-in-task.ts";

type PasskeyChange = { kind: "add"; name: string } | { kind: "remove"; credentialId: string };

/** Adds and removes passkeys, one at a time. */
export const usePasskeys = (uid: string) =>
  useRecentSignInTask(uid, async (change: PasskeyChange, owned) => {
    const [identity, { enrollPasskey, removePasskey }] = await withIdentity(
      () => import("@tallybin/identity/passkey"),
    );
    const own = owned(identity);
    if (change.kind === "add") {
      await enrollPasskey(own, { name: change.name });
      withdrawPasskeyOffer();
      return;
    }
    await keepOneMethod(own, (user) => isLastMethod(user, change.credentialId));
    await removePasskey(own, change.credentialId);
  });
