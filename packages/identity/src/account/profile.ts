import { lookup } from "../api/lookup.ts";
import { type IdentityClient, partsOf } from "../client-parts.ts";
import type { User } from "../user.ts";
import { withIdToken } from "./session-call.ts";

/** Reads the account again and shows what changed. */
export async function reload(client: IdentityClient): Promise<User> {
  const { http, runner } = partsOf(client);
  const user = await withIdToken(client, (idToken) => lookup(http, idToken));
  runner.dispatch({ type: "profile-read", user });
  return user;
}
