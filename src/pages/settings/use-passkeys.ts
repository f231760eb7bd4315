import { IdentityError, reload } from "@tallybin/identity";
import { withFunctions } from "../../identity/client.ts";
import { passkeyFunctions } from "../../identity/passkey-functions.ts";
import { withdrawPasskeyOffer } from "../../identity/passkey-offer.ts";
import { useRecentSignInTask } from "./use-recent-sign-in-task.ts";

type PasskeyChange = { kind: "add"; name: string } | { kind: "remove"; credentialId: string };

/** Adds and removes passkeys, one at a time. */
export const usePasskeys = (uid: string) =>
  useRecentSignInTask(uid, async (change: PasskeyChange, owned) => {
    const [identity, { enrollPasskey, removePasskey }] = await withFunctions(passkeyFunctions);
    const own = owned(identity);
    if (change.kind === "add") {
      await enrollPasskey(own, { name: change.name });
      withdrawPasskeyOffer();
      return;
    }
    // Asked of the server: another device may have removed the other ways to sign in since this page was drawn.
    const { passkeys, providerData } = await reload(own);
    if (passkeys.length + providerData.length < 2) throw new IdentityError("operation-not-allowed");
    await removePasskey(own, change.credentialId);
  });
