import { lastingValues } from "../../lib/site-data.ts";
import { currentUid } from "../state/session-store.ts";
import { userState } from "../state/user-state.ts";
import { passkeySupport } from "./passkey-support.ts";

/** The value is kept after a sign-out, because it says only that the user closed the card. */
const KEY = "passkeyOfferDismissed";

/** Whether the dashboard offers a passkey: after a sign-in by password, until the page is reloaded. */
export const passkeyOffer = userState<boolean>(false);

export function offerPasskey(uid: string): void {
  if (passkeySupport() === "supported" && lastingValues.read(KEY) === null) passkeyOffer.set(uid, true);
}

/** Hides the offer until the next sign-in. */
export const withdrawPasskeyOffer = (): void => passkeyOffer.set(currentUid(), false);

/** Hides the offer permanently in this browser. */
export function dismissPasskeyOffer(): void {
  withdrawPasskeyOffer();
  lastingValues.write(KEY, "1");
}
