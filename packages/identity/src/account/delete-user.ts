import { deleteAccount } from "../api/delete.ts";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { forCurrentUser, withIdToken } from "../client/session-call.ts";
import { signOut } from "../sign-in/sign-out.ts";

/** Deletes the account permanently and ends the session in all tabs. */
export async function deleteUser(client: IdentityClient): Promise<void> {
  const own = await forCurrentUser(client);
  const { custody, owner, runner } = partsOf(own);
  const held = runner.getSession()?.refreshToken ?? "";
  await withIdToken(own, deleteAccount);
  custody?.end(held, true);
  if (runner.getSession()?.user.uid === owner) await signOut(client);
}
