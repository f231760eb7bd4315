import { deleteAccount } from "../api/delete.ts";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { forCurrentUser, withIdToken } from "../client/session-call.ts";
import { signOut } from "../client/sign-out.ts";

/** Deletes the account permanently and ends the session in all tabs. */
export async function deleteUser(client: IdentityClient): Promise<void> {
  const own = await forCurrentUser(client);
  const { owner, runner, shared } = partsOf(own);
  const held = runner.getSession();
  await withIdToken(own, deleteAccount);
  if (held) shared.custody?.end(held, "account-gone");
  if (runner.getSession()?.user.uid === owner) await signOut(client);
}
