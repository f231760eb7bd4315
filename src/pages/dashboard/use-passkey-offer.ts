import { forUser } from "@tallybin/identity";
import type { Profile } from "../../account/profile.ts";
import { withIdentity } from "../../identity/client/client.ts";
import { deviceName } from "../../identity/methods/device-name.ts";
import {
  dismissPasskeyOffer,
  passkeyOffer,
  withdrawPasskeyOffer,
} from "../../identity/methods/passkey-offer.ts";
import { useTask } from "../../identity/state/use-task.ts";

/** Offers a passkey to a user who has just signed in by password. */
export function usePasskeyOffer({ uid, passkeys, createdAt }: Profile) {
  const isMade = passkeyOffer.useValue();
  const task = useTask(async () => {
    const [identity, { enrollPasskey }] = await withIdentity(() => import("@tallybin/identity/passkey"));
    await enrollPasskey(forUser(identity, uid), { name: deviceName(navigator.userAgent) });
    withdrawPasskeyOffer();
  });
  // Until the profile has been read, an empty list means nothing.
  const isOffered = isMade && createdAt !== undefined && passkeys.length === 0;
  return { isOffered, task, dismiss: dismissPasskeyOffer };
}
