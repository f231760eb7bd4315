import { type IdentityClient, partsOf } from "../client-parts.ts";
import type { Persistence } from "../persistence/persistence.ts";

/** Moves the session to another kind of persistence, and keeps it there from now on. */
export const setPersistence = (client: IdentityClient, persistence: Persistence): Promise<void> =>
  partsOf(client).runner.moveTo(persistence);
