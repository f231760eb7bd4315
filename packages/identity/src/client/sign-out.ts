import type { SignOutReason } from "../errors/sign-out-reason.ts";
import { type IdentityClient, partsOf } from "./client-parts.ts";

/** Ends the session in all tabs. Asks no server, because a sign-out must succeed without one. */
export const signOut = (client: IdentityClient): Promise<void> => dispatchSignOut(client);

/**
 * Ends the session because the application's API has found its token invalid; the reason is kept for the UI. With the
 * token that was sent, ends only the session that still holds it, so a later sign-in stays.
 */
export const invalidateSession = (
  client: IdentityClient,
  reason: SignOutReason,
  { idToken }: { idToken?: string } = {},
): Promise<void> => dispatchSignOut(client, reason, idToken);

function dispatchSignOut(client: IdentityClient, reason?: SignOutReason, idToken?: string): Promise<void> {
  const { runner } = partsOf(client);
  runner.dispatch({ type: "sign-out", reason, idToken });
  return runner.stored();
}
