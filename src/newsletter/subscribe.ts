import type { TypedEmail } from "@tallybin/contract/typed-text";
import { currentUid } from "../identity/state/session-store.ts";
import { lazyValue } from "../lib/lazy-value.ts";
import { waitForNextChance } from "../lib/next-chance.ts";

/** Load it before the press whose request needs it, because a visitor may leave at once. */
export const subscriptionCode = lazyValue(() => import("./send-subscription.lazy.ts"));

/** Reads a field's address by the rules of all forms; without their code, by the browser's. */
export const readSubscriber = ({
  value,
  validationMessage: problem,
}: HTMLInputElement): Promise<TypedEmail> =>
  subscriptionCode.load().then(
    ({ readEmail }) => readEmail(value),
    () => (problem === "" ? { address: value, shown: value } : { problem }),
  );

/**
 * Subscribes in the background. Shows nothing, because the user has already been thanked. For the same reason it
 * loads its code once more after an outage.
 */
export async function subscribe(email: string): Promise<void> {
  const uid = currentUid();
  const { load } = subscriptionCode;
  const { sendSubscription } = await load().catch(() => waitForNextChance().then(load));
  await sendSubscription(email, uid);
}
