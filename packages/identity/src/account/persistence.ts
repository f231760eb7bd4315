import { type IdentityClient, partsOf } from "../client-parts.ts";
import type { Persistence } from "../persistence/persistence.ts";

/** Moves the session to another persistence, and keeps it there from now on. */
export function setPersistence(client: IdentityClient, persistence: Persistence): Promise<void> {
  const { runner, store } = partsOf(client);
  return runner.withStorage(() => store.moveTo(persistence));
}
