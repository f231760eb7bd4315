import { type ProviderResult, recoveries } from "../api/token-response.ts";
import { forUser, type IdentityClient, partsOf } from "../client/client-parts.ts";
import { currentSession, reload, renewSession, replaceTokens, startSession } from "../client/session-call.ts";
import { hasCode, IdentityError } from "../errors/identity-error.ts";
import { type Http, parseWire } from "../http/http.ts";
import { Flag } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import { hasProvider, type User } from "../user.ts";

/** A proof of identity. Its secrets stay inside the function, so that a log of the credential does not show them. */
export type Credential = {
  readonly providerId: string;
  /** The owner, if the provider named one. */
  readonly email?: string | undefined;
  /** Resolves to the response without its tokens. With the purpose `link`, `http` sends the ID token of the account. */
  readonly present: (http: Http, purpose: Purpose) => Promise<{ provided?: ProviderResult }>;
};

/** A re-authentication proves the same identity again. */
export type Purpose = "sign-in" | "link" | "reauthenticate";

/** What a sign-in with a provider or a mailed link returns. */
export type SignInResult = Partial<ProviderResult> & {
  user: User;
  /** Whether this sign-in has created the account. */
  isNewUser: boolean;
};

const NewUser = v.object({ isNewUser: v.optional(Flag, false) });

/** Uses a credential, and returns what its response tells besides the tokens. */
export async function signInResultOf(
  { present, ...named }: Credential,
  use: (credential: Credential) => Promise<User>,
): Promise<SignInResult> {
  let result = { isNewUser: false };
  const user = await use({
    ...named,
    present: async (http, purpose) => {
      const answer = await present(http, purpose);
      result = { ...parseWire(NewUser, answer), ...answer.provided };
      return answer;
    },
  });
  return { user, ...result };
}

/**
 * Signs in with any credential. Resolves after one round trip; the lookup runs in the background.
 * @throws IdentityError `invalid-credential`, `account-exists-with-different-credential`,
 * `multi-factor-auth-required`, `user-disabled`; a request's codes
 */
export const signInWithCredential = (client: IdentityClient, credential: Credential): Promise<User> =>
  startSession(client, (http) => credential.present(http, "sign-in"));

/**
 * Adds a sign-in method to the signed-in account.
 * @throws IdentityError `provider-already-linked`, `credential-already-in-use`, `email-already-in-use`; an account's
 * codes
 */
export async function linkWithCredential(client: IdentityClient, credential: Credential): Promise<User> {
  // Ask the server, because another device may have linked or unlinked a provider since the last lookup.
  const user = await reload(client);
  if (hasProvider(user, credential.providerId)) throw new IdentityError("provider-already-linked");
  return addCredential(forUser(client, user.uid), credential);
}

export const addCredential = (client: IdentityClient, { present }: Credential): Promise<User> =>
  renewSession(client, (http) => present(http, "link"));

/**
 * Proves the user's identity again, as `requires-recent-login` demands. A refusal ends no session, because it is
 * about the presented credential and not the session's tokens.
 * @throws IdentityError `user-mismatch` when the credential belongs to another user; an account's codes
 */
export async function reauthenticateWithCredential(
  client: IdentityClient,
  credential: Credential,
): Promise<User> {
  const parts = partsOf(client);
  await parts.runner.firstRead();
  const { uid } = currentSession(parts).user;
  if ((parts.owner ?? uid) !== uid) throw new IdentityError("session-changed");
  const own = forUser(client, uid);
  return replaceTokens(own, (http) =>
    credential.present(http, "reauthenticate").catch((error) => {
      // A missing account gets the same code as another account.
      if (hasCode(error, "user-not-found", "user-token-expired"))
        throw new IdentityError("user-mismatch", { serverCode: error.serverCode });
      if (error instanceof IdentityError)
        recoveries.set(error, {
          ...recoveries.get(error),
          complete: (request) => replaceTokens(own, request),
        });
      throw error;
    }),
  );
}
