import { parseActionCodeUrl } from "../account/action-url.ts";
import { findSignInMethods } from "../api/create-auth-uri.ts";
import { callbackUrlOf, type IdentityClient, partsOf } from "../client/client-parts.ts";
import { startSession, startSignIn } from "../client/session-call.ts";
import { IdentityError, requireArgument } from "../errors/identity-error.ts";
import { CUSTOM_TOKEN_CODES } from "../errors/server-codes.ts";
import type { Http } from "../http/http.ts";
import { Text, tryParse } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { User } from "../user.ts";
import {
  type Credential,
  reauthenticateWithCredential,
  type SignInResult,
  signInResultOf,
  signInWithCredential,
} from "./credential.ts";

export type PasswordCredential = { email: string; password: string };

const Fields = v.object({ email: Text, password: Text });

/**
 * Positional arguments, as in Google's SDK, have neither field, and a sign-up without them would be anonymous.
 * @throws IdentityError `argument-error`
 */
function requireFields(input: PasswordCredential): PasswordCredential {
  const fields = tryParse(Fields, input);
  requireArgument(fields, "email, password");
  return fields;
}

/**
 * Creates an account: with email and password, or anonymous with neither. With an ID token, adds both to its account.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signUp
 */
const requestSignUp = (http: Http, body: Partial<PasswordCredential>): Promise<object> =>
  http("v1/accounts:signUp", { ...body, returnSecureToken: true });

/** @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithPassword */
const requestSignIn = (http: Http, credential: PasswordCredential): Promise<object> =>
  http("v1/accounts:signInWithPassword", { ...credential, returnSecureToken: true });

/** An email address and its password. Linking it adds a password to an account. Never throws. */
export const passwordCredential = (input: PasswordCredential): Credential => ({
  providerId: "password",
  present: async (http, purpose) =>
    (purpose === "link" ? requestSignUp : requestSignIn)(http, requireFields(input)),
});

/**
 * Signs up with email and password. Resolves after one round trip; the lookup runs in the background.
 * @throws IdentityError `email-already-in-use`, `weak-password`, `password-does-not-meet-requirements`,
 * `invalid-email`, `operation-not-allowed`, `argument-error`; a request's codes
 */
export const signUp = (client: IdentityClient, input: PasswordCredential): Promise<User> =>
  startSession(client, async (http) => requestSignUp(http, requireFields(input)));

/**
 * Signs in with email and password. Resolves after one round trip.
 * @throws IdentityError `invalid-credential` for a wrong address or password, without protection against email
 * enumeration `user-not-found` and `wrong-password`; `multi-factor-auth-required`: see `getMultiFactorResolver`;
 * `user-disabled`, `invalid-email`, `operation-not-allowed`, `argument-error`; a request's codes
 */
export const signInWithPassword = (client: IdentityClient, input: PasswordCredential): Promise<User> =>
  startSession(client, async (http) => requestSignIn(http, requireFields(input)));

/**
 * Proves the user's identity again, as `requires-recent-login` demands.
 * @throws IdentityError `wrong-password`, `invalid-credential`, `user-mismatch`, `multi-factor-auth-required`; an
 * account's codes
 */
export const reauthenticateWithPassword = (
  client: IdentityClient,
  credential: PasswordCredential,
): Promise<User> => reauthenticateWithCredential(client, passwordCredential(credential));

/**
 * Creates an anonymous account, which can be linked later. An anonymous user stays the same user.
 * @throws IdentityError `admin-restricted-operation`, `operation-not-allowed`, `session-changed` when another sign-in
 * has started here meanwhile; a request's codes
 */
export async function signInAnonymously(client: IdentityClient): Promise<User> {
  const { runner } = partsOf(client);
  const current = runner.getSession()?.user;
  // A sign-in under way goes on, because this call changes nothing.
  if (current?.isAnonymous) return current;
  const attempt = startSignIn(client);
  const user = (await runner.firstRead()).session?.user;
  // During the first storage read, the user may have begun another sign-in, or signed out.
  if (runner.getState().latestSignIn !== attempt) throw new IdentityError("session-changed");
  return user?.isAnonymous ? user : startSession(client, (http) => requestSignUp(http, {}));
}

/**
 * Signs in with a custom token, signed by the application's server. The response names no account; its ID token does.
 * @param token of the Admin SDK's `createCustomToken`
 * @throws IdentityError `invalid-custom-token`, `custom-token-mismatch`, `user-disabled`; a request's codes
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithCustomToken
 */
export const signInWithCustomToken = (client: IdentityClient, token: string): Promise<User> =>
  startSession(client, (http) =>
    http("v1/accounts:signInWithCustomToken", { token, returnSecureToken: true }, CUSTOM_TOKEN_CODES),
  );

/** The recipient's address of a sign-in mail, with the mail's link or with the code of a parsed link. */
export type EmailLink = { email: string } & ({ link: string } | { oobCode: string });

function oobCodeOf(link: string): string {
  const action = parseActionCodeUrl(link);
  requireArgument(action?.mode === "signIn", "link");
  return action.oobCode;
}

/**
 * The code of a mailed link. Linking it adds the address to an account.
 * @throws {IdentityError} `argument-error` for a link that is not a sign-in link.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithEmailLink
 */
export function emailLinkCredential({ email, ...mail }: EmailLink): Credential {
  const oobCode = "link" in mail ? oobCodeOf(mail.link) : mail.oobCode;
  // Positional arguments, as in Google's SDK, have no code.
  requireArgument(oobCode, "email, link");
  return {
    // Google counts an email link as a password, so one account cannot have both as separate providers.
    providerId: "password",
    present: (http) => http("v1/accounts:signInWithEmailLink", { email, oobCode }),
  };
}

/**
 * Completes a sign-in that began with a mailed link.
 * @throws IdentityError `argument-error` for another link, `invalid-action-code`, `expired-action-code`,
 * `user-disabled`, `multi-factor-auth-required`; a request's codes
 */
export const signInWithEmailLink = async (client: IdentityClient, input: EmailLink): Promise<SignInResult> =>
  signInResultOf(emailLinkCredential(input), (credential) => signInWithCredential(client, credential));

/**
 * Whether an address of this site is a sign-in link. Never throws.
 * @param link the address, with its query
 */
export const isSignInWithEmailLink = (link: string): boolean => parseActionCodeUrl(link)?.mode === "signIn";

/**
 * The sign-in methods of an address. Always empty if the project protects against email enumeration.
 * @param email the address to ask about
 * @throws IdentityError `invalid-email`, `argument-error` for a relative `callbackUrl`, and without one in Node; a
 * request's codes
 */
export async function fetchSignInMethodsForEmail(client: IdentityClient, email: string): Promise<string[]> {
  const parts = partsOf(client);
  return findSignInMethods(parts.http, { identifier: email, continueUri: callbackUrlOf(parts) });
}
