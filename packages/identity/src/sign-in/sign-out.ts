import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import type { SignOutReason } from "../errors/sign-out-reason.ts";

/** Ends the session in all tabs. Asks no server: none has a say in whether this browser forgets. */
export const signOut = (client: IdentityClient): Promise<void> => dispatchSignOut(client);

/**
 * Ends the session because one's own API has verified its token as bad; the reason is kept for the UI. With
 * the token that was sent, only while the session still holds it: whoever has signed in since stays.
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
