import { lastingValues } from "../lib/site-data.ts";
import { passkeySupport } from "./passkey-support.ts";
import { currentUid, userState } from "./user-state.ts";

/** Kept after a sign-out: it says that a card was closed, and nothing of who closed it. */
const KEY = "passkeyOfferDismissed";

/** Whether the dashboard offers a passkey: after a sign-in by password, until the page is loaded again. */
export const passkeyOffer = userState<boolean>(false);

const isDismissed = (): boolean => lastingValues.read(KEY) !== null;

export function offerPasskey(uid: string): void {
  if (passkeySupport() === "supported" && !isDismissed()) passkeyOffer.set(uid, true);
}

/** Takes the offer back until the next sign-in. */
export const withdrawPasskeyOffer = (): void => passkeyOffer.set(currentUid(), false);

/** For good, in this browser. */
export function dismissPasskeyOffer(): void {
  withdrawPasskeyOffer();
  lastingValues.write(KEY, "1");
}
