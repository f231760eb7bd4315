import { signUp } from "../api/sign-up.ts";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import type { User } from "../user.ts";
import { startSession } from "./start-session.ts";

/** Creates an anonymous account, which can be linked later. An anonymous user stays the same user. */
export async function signInAnonymously(client: IdentityClient): Promise<User> {
  const user = (await partsOf(client).runner.known()).session?.user;
  return user?.isAnonymous ? user : startSession(client, (http) => signUp(http, {}));
}
