import type { Persistence } from "../persistence/persistence.ts";
import { type IdentityClient, partsOf } from "./client-parts.ts";
import { requireLocal } from "./options.ts";

/**
 * Moves this tab's session to another kind of persistence, and uses that from now on. Other open tabs keep the
 * session in the old place. If there are none, the old place is emptied.
 * @throws IdentityError `argument-error` for a persistence other than "local" with a custody, `storage-unavailable` when it cannot be taken out of where it is, and stays there
 */
export async function setPersistence(client: IdentityClient, next: Persistence): Promise<void> {
  const { emit, runner, shared, store } = partsOf(client);
  if (shared.custody) requireLocal(next);
  const { session, retry, forced } = await runner.known();
  const record = await store.move(next, { session, retry, forced });
  emit({ type: "persistence-changed", kind: next.kind });
  runner.show(record);
}
