import type { Persistence } from "../persistence/persistence.ts";
import { type IdentityClient, partsOf, requireLocalPersistence } from "./client-parts.ts";

/**
 * Ends the session in all tabs at once, because a sign-out must succeed without a server. With a custody, the promise
 * also waits for its server, for at most two seconds. A page that the server renders afterwards then has no user.
 * @throws IdentityError `storage-unavailable` if storage refuses the removal; the client retries it
 */
export async function signOut(client: IdentityClient): Promise<void> {
  const { runner, shared } = partsOf(client);
  await runner.signOut();
  await runner.ended();
  await shared.ending;
}

/**
 * Moves this tab's session to another kind of persistence, and uses that from now on. The session leaves the old place,
 * so other tabs that share it are signed out, as with Google's SDK.
 * @throws IdentityError `argument-error` for a persistence other than "local" with a custody, `storage-unavailable` when it cannot be taken out of where it is, and stays there
 */
export async function setPersistence(client: IdentityClient, next: Persistence): Promise<void> {
  const { emit, runner, shared } = partsOf(client);
  if (shared.custody) requireLocalPersistence(next);
  await runner.firstRead();
  await runner.move(next);
  emit({ type: "persistence-changed", kind: next.kind });
}
