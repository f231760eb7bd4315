import { type ProviderResult, recoveries, type TokenResponse } from "../api/token-response.ts";
import { forUser, type IdentityClient, keepTokens, partsOf } from "../client/client-parts.ts";
import { currentSession, reload, renewSession, replaceTokens } from "../client/session-call.ts";
import { hasCode, IdentityError } from "../errors/identity-error.ts";
import type { Http } from "../http/http.ts";
import { createSession, type Tokens } from "../session/tokens.ts";
import { hasProvider, type User } from "../user.ts";

/**
 * A proof of identity. Passwords, codes and provider tokens stay inside the function, so that a credential can be
 * kept and logged without showing them.
 */
export type Credential = {
  readonly providerId: string;
  /** The owner, if the provider named one. */
  readonly email?: string | undefined;
  readonly present: (http: Http, purpose: Purpose) => Promise<TokenResponse>;
};

/** What a sign-in with a provider or a mailed link returns. */
export type SignInResult = Partial<ProviderResult> & {
  user: User;
  /** Whether this sign-in has created the account. */
  isNewUser: boolean;
};

/** Uses a credential, and keeps what its response tells besides the tokens. */
export async function signInResultOf(
  { present, ...named }: Credential,
  use: (credential: Credential) => Promise<User>,
): Promise<SignInResult> {
  let response: Partial<TokenResponse> = {};
  const user = await use({
    ...named,
    present: async (http, purpose) => {
      const tokens = await present(http, purpose);
      response = tokens;
      return tokens;
    },
  });
  return { user, isNewUser: !!response.isNewUser, ...response.provided };
}

/** `idToken`: adds to that account. `isReauthentication`: proves the same identity. Neither: a sign-in. */
export type Purpose = { idToken?: string; isReauthentication?: true };

/**
 * Signs in with any credential. Resolves after one round trip; the lookup runs in the background.
 * @throws IdentityError `invalid-credential`, `account-exists-with-different-credential`,
 * `multi-factor-auth-required`, `user-disabled`; a request's codes
 */
export const signInWithCredential = (client: IdentityClient, credential: Credential): Promise<User> =>
  startSession(client, (http) => credential.present(http, {}));

/**
 * Starts a sign-in, which replaces earlier ones. Returns the generation of its session, which identifies the
 * attempt.
 */
export function startSignIn(client: IdentityClient): string {
  const { platform, runner } = partsOf(client);
  const generation = platform.random();
  runner.dispatch({ type: "sign-in-started", generation });
  return generation;
}

/**
 * Makes a session of a response's tokens, and waits until it is stored, so that a reload would find it.
 * @throws IdentityError `session-changed` when another sign-in or a sign-out has started here meanwhile
 */
export async function startSession(
  client: IdentityClient,
  request: (http: Http) => Promise<Tokens>,
): Promise<User> {
  const parts = partsOf(client);
  const { http, platform, runner } = parts;
  const generation = startSignIn(client);
  const sentAt = platform.now();
  const tokens = await request(http);
  // The stamp follows the stored one.
  await runner.known();
  const answered = createSession(tokens, platform.now(), { stamp: runner.nextStamp(), generation }, sentAt);
  const isWanted = () => runner.getLatestSignIn() === generation;
  return keepTokens(parts, answered, { isWanted }, async (session) => {
    runner.dispatch({ type: "signed-in", session });
    if (runner.getSession()?.generation !== generation) throw new IdentityError("session-changed");
    await runner.stored();
    return session.user;
  });
}

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

/** Adds a credential to the signed-in account. */
export const addCredential = (client: IdentityClient, { present }: Credential): Promise<User> =>
  renewSession(client, (http, idToken) => present(http, { idToken }));

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
  await parts.runner.known();
  const { uid } = currentSession(parts).user;
  if ((parts.owner ?? uid) !== uid) throw new IdentityError("session-changed");
  const own = forUser(client, uid);
  return replaceTokens(own, () =>
    credential.present(parts.http, { isReauthentication: true }).catch((error) => {
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
