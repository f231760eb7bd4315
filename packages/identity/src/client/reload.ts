import { lookup } from "../api/lookup.ts";
import { IdentityError } from "../errors/identity-error.ts";
import { isSame } from "../lib/is-same.ts";
import type { User } from "../user.ts";
import { type IdentityClient, partsOf } from "./client-parts.ts";
import { withIdToken } from "./session-call.ts";

/** Reads the account again and shows the changes. */
export async function reload(client: IdentityClient): Promise<User> {
  const { runner } = partsOf(client);
  const before = (await runner.known()).session?.user;
  const user = await withIdToken(client, lookup);
  const session = runner.getSession();
  const current = session?.user;
  if (!session || current?.uid !== user.uid) throw new IdentityError("session-changed");
  // Changes shown meanwhile, by this tab or another, may be newer than this response.
  if (!isSame(before, current)) return reload(client);
  runner.dispatch({ type: "profile-read", generation: session.generation, user });
  return user;
}
