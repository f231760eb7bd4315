import { signInWithCustomToken as requestCustomToken } from "../api/sign-in-with-custom-token.ts";
import { signUp } from "../api/sign-up.ts";
import { type IdentityClient, partsOf } from "../client-parts.ts";
import type { User } from "../user.ts";
import { begin } from "./credential.ts";

/** An account without a name, to be linked later; somebody already anonymous stays who they are. */
export async function signInAnonymously(client: IdentityClient): Promise<User> {
  const user = (await partsOf(client).runner.known()).session?.user;
  return user?.isAnonymous ? user : begin(client, (http) => signUp(http, {}));
}

/** Signs in with a token that one's own server has signed. */
export const signInWithCustomToken = (client: IdentityClient, token: string): Promise<User> =>
  begin(client, (http) => requestCustomToken(http, token));
