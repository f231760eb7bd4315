import { lookup } from "../api/lookup.ts";
import { type IdentityClient, partsOf } from "../client-parts.ts";
import { IdentityError } from "../errors.ts";
import type { User } from "../user.ts";
import { withIdToken } from "./session-call.ts";

/** Reads the account again and shows what changed. */
export async function reload(client: IdentityClient): Promise<User> {
  const { counts, runner } = partsOf(client);
  const { profileChanges } = counts;
  const user = await withIdToken(client, lookup);
  if (runner.getSession()?.user.uid !== user.uid) throw new IdentityError("session-changed");
  // A change made meanwhile has answered with the newer profile; this one may be from before it.
  if (profileChanges !== counts.profileChanges) return reload(client);
  runner.dispatch({ type: "profile-read", user });
  return user;
}
