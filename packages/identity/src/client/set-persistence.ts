import type { Persistence } from "../persistence/persistence.ts";
import { type IdentityClient, partsOf } from "./client-parts.ts";

/**
 * Moves the session of this tab to another kind of persistence, and keeps it there from now on. Other tabs that are
 * open keep the session where it was; without them, nothing is left there.
 * @throws IdentityError `storage-unavailable` when it cannot be taken out of where it is, and stays there
 */
export async function setPersistence(client: IdentityClient, next: Persistence): Promise<void> {
  const { emit, runner, store } = partsOf(client);
  const { session } = await runner.known();
  const record = await store.move(next, { session });
  emit({ type: "persistence-changed", kind: next.kind });
  runner.show(record);
}
