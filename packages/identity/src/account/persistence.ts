import { type IdentityClient, partsOf } from "../client-parts.ts";
import type { Persistence } from "../persistence/persistence.ts";

/** Moves the session to another kind of persistence, and keeps it there from now on. */
export const setPersistence = (client: IdentityClient, next: Persistence): Promise<void> => {
  const { emit, runner, store } = partsOf(client);
  return runner.moved(async () => {
    const { persistence } = store;
    if (next.kind === persistence.kind) return;
    const record = await store.readFrom(persistence).catch(() => ({ session: runner.getSession() }));
    // Only a session moves; who holds none must not wipe what other tabs keep there.
    if (record.session) {
      await store.updateIn(next, () => record);
      await store.removeFrom(persistence).catch(() => undefined);
    }
    store.persistence = next;
    store.failed = undefined;
    emit({ type: "persistence-changed", kind: next.kind });
  });
};
