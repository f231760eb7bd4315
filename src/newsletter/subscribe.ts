import type { TypedEmail } from "@tallybin/contract/typed-text";
import { currentUid, waitForKnownSession } from "../identity/state/session-store.ts";
import { createEarlyForm } from "../lib/early-form.ts";
import { lazyValue } from "../lib/lazy-value.ts";
import { waitForNextChance } from "../lib/next-chance.ts";

/** Load it before the press whose request needs it, because a visitor may leave at once. */
const subscriptionCode = lazyValue(() => import("./send-subscription.lazy.ts"));

/** Reads a field's address by the rules of all forms; without their code, by the browser's. */
export const readSubscriber = ({
  value,
  validationMessage: problem,
}: Pick<HTMLInputElement, "value" | "validationMessage">): Promise<TypedEmail> =>
  subscriptionCode.load().then(
    ({ readEmail }) => readEmail(value),
    () => (problem === "" ? { address: value, shown: value } : { problem }),
  );

/** Shows nothing, because the user has already been thanked. So it loads its code again after an outage. */
export async function subscribe(email: string): Promise<void> {
  const uid = currentUid();
  const { load } = subscriptionCode;
  const { sendSubscription } = await load().catch(() => waitForNextChance().then(load));
  await sendSubscription(email, uid);
}

export const newsletterForm = createEarlyForm<{ email: string }, void>({
  fields: ["email"],
  read: async ({ email: value }, [field]) => {
    const { address, problem } = await readSubscriber({
      value,
      validationMessage: field?.validationMessage ?? "",
    });
    return address === undefined ? { problems: { email: problem } } : { values: { email: address } };
  },
  act: async ({ email }) => {
    await waitForKnownSession(); // the subscription carries the user's name
    await subscribe(email);
  },
  // The press loads the code again if this fails.
  prepare: () => void subscriptionCode.load().catch(() => undefined),
});
