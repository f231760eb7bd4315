import type { Persistence } from "../persistence/persistence.ts";
import { type IdentityClient, partsOf } from "./client-parts.ts";

/**
 * Moves the session to another kind of persistence, and keeps it there from now on.
 * @throws IdentityError `storage-unavailable` when it cannot be taken out of where it is, and stays there
 */
export async function setPersistence(client: IdentityClient, next: Persistence): Promise<void> {
  const { emit, runner, store } = partsOf(client);
  await runner.touch(async () => {
    if (next.kind === store.kind()) return store.read();
    const record = await store.read().catch(() => ({ session: runner.getSession() }));
    // Only a session moves; who holds none must not wipe what other tabs keep there.
    if (record.session) {
      await store.updateIn(next, () => record);
      // Storage that has failed may be the very one that is tried again.
      if (next.kind !== store.persistence.kind)
        await store.remove().catch(async (error) => {
          // Not in both: a sign-out would take it out of one only.
          await store.updateIn(next, () => ({}));
          throw error;
        });
    }
    store.persistence = next;
    store.hasFailed = false;
    emit({ type: "persistence-changed", kind: next.kind });
    store.tell("changed");
    return store.read();
  });
}
