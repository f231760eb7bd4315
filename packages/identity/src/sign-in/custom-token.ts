import { signInWithCustomToken as requestCustomToken } from "../api/sign-in-with-custom-token.ts";
import type { IdentityClient } from "../client/client-parts.ts";
import type { User } from "../user.ts";
import { startSession } from "./start-session.ts";

/** Signs in with a custom token, signed by the application's server. */
export const signInWithCustomToken = (client: IdentityClient, token: string): Promise<User> =>
  startSession(client, (http) => requestCustomToken(http, token));
