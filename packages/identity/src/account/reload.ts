import { lookup } from "../api/lookup.ts";
import { type IdentityClient, partsOf } from "../client-parts.ts";
import type { User } from "../user.ts";
import { withIdToken } from "./session-call.ts";

/** Reads the account again and shows what changed. */
export async function reload(client: IdentityClient): Promise<User> {
  const parts = partsOf(client);
  const { profileChanges } = parts;
  const user = await withIdToken(client, (idToken) => lookup(parts.http, idToken));
  // A change made meanwhile has answered with the newer profile; this one may be from before it.
  if (profileChanges !== parts.profileChanges) return reload(client);
  parts.runner.dispatch({ type: "profile-read", user });
  return user;
}
