import { signInWithCustomToken as requestCustomToken } from "../api/sign-in-with-custom-token.ts";
import type { IdentityClient } from "../client/client-parts.ts";
import type { User } from "../user.ts";
import { startSession } from "./start-session.ts";

/** Signs in with a token that one's own server has signed. */
export const signInWithCustomToken = (client: IdentityClient, token: string): Promise<User> =>
  startSession(client, (http) => requestCustomToken(http, token));
