import type { Persistence } from "../persistence/persistence.ts";
import { type IdentityClient, partsOf } from "./client-parts.ts";

/**
 * Moves this tab's session to another kind of persistence, and uses that from now on. Other open tabs keep the
 * session in the old place. If there are none, the old place is emptied.
 * @throws IdentityError `storage-unavailable` when it cannot be taken out of where it is, and stays there
 */
export async function setPersistence(client: IdentityClient, next: Persistence): Promise<void> {
  const { emit, runner, store } = partsOf(client);
  const { session } = await runner.known();
  const record = await store.move(next, { session });
  emit({ type: "persistence-changed", kind: next.kind });
  runner.show(record);
}
