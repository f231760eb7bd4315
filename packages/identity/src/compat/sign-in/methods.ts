import { findSignInMethods } from "../../api/create-auth-uri.ts";
import { signInWithCustomToken as requestCustomToken } from "../../api/sign-in-with-custom-token.ts";
import { signUp } from "../../api/sign-up.ts";
import { partsOf } from "../../client/client-parts.ts";
import { linkCodeCredential, passwordCredential } from "../../sign-in/methods.ts";
import { authCoreOf } from "../auth/auth.ts";
import { runSignInRequest } from "../auth/operation.ts";
import { authError } from "../errors.ts";
import { ActionCodeURL } from "../providers/action-code-url.ts";
import type { Auth, UserCredential } from "../types.ts";

/**
 * Creates an account and signs in.
 * @param email the new account's address
 * @param password sent as it is, without trimming
 * @throws AuthError `auth/email-already-in-use`, `auth/weak-password`, `auth/invalid-email`
 */
export const createUserWithEmailAndPassword = (
  auth: Auth,
  email: string,
  password: string,
): Promise<UserCredential> =>
  runSignInRequest(auth, (http) => {
    if (!email) throw authError("missing-email", { appName: auth.name });
    return signUp(http, { email, password });
  });

/**
 * Signs in with email and password.
 * @param email the account's address
 * @param password sent as it is, without trimming
 * @throws AuthError `auth/wrong-password`, `auth/user-not-found`, or `auth/invalid-credential` for both;
 * `auth/multi-factor-auth-required`
 */
export const signInWithEmailAndPassword = (
  auth: Auth,
  email: string,
  password: string,
): Promise<UserCredential> =>
  runSignInRequest(auth, (http) => passwordCredential({ email, password }).present(http, {}));

/**
 * Signs in without an account's data. An anonymous user stays the same user.
 * @throws AuthError `auth/admin-restricted-operation`
 */
export async function signInAnonymously(auth: Auth): Promise<UserCredential> {
  const core = authCoreOf(auth);
  core.requireNoServer();
  await core.initialized;
  const user = core.auth.currentUser;
  return user?.isAnonymous
    ? { user, providerId: null, operationType: "signIn" }
    : runSignInRequest(auth, (http) => signUp(http, {}));
}

/**
 * Signs in with a token that the application's server has signed.
 * @param customToken of the Admin SDK's `createCustomToken`
 * @throws AuthError `auth/invalid-custom-token`, `auth/custom-token-mismatch`
 */
export const signInWithCustomToken = (auth: Auth, customToken: string): Promise<UserCredential> =>
  runSignInRequest(auth, (http) => requestCustomToken(http, customToken));

/**
 * Whether an address is a sign-in link of a mail. Never throws.
 * @param emailLink the address, with its query
 */
export const isSignInWithEmailLink = (_auth: Auth, emailLink: string): boolean =>
  ActionCodeURL.parseLink(emailLink)?.operation === "EMAIL_SIGNIN";

/**
 * Completes a sign-in that began with a mailed link.
 * @param email the address that the mail was sent to
 * @param emailLink by default this page's address
 * @throws AuthError `auth/argument-error` for a link that is not an action link, `auth/invalid-action-code`,
 * `auth/tenant-id-mismatch`
 */
export const signInWithEmailLink = (
  auth: Auth,
  email: string,
  emailLink = globalThis.location?.href ?? "",
): Promise<UserCredential> =>
  runSignInRequest(auth, (http) => {
    const action = ActionCodeURL.parseLink(emailLink);
    if (!action) throw authError("argument-error", { appName: auth.name });
    if (action.tenantId !== auth.tenantId) throw authError("tenant-id-mismatch", { appName: auth.name });
    return linkCodeCredential(email, action.code).present(http, {});
  });

/**
 * The sign-in methods of an address; none if the project protects against email enumeration.
 * @param email the address to ask about
 * @throws AuthError `auth/invalid-email`; a request's codes
 */
export async function fetchSignInMethodsForEmail(auth: Auth, email: string): Promise<string[]> {
  const core = authCoreOf(auth);
  const { href = "" } = globalThis.location ?? {};
  const continueUri = /^https?:/.test(href) ? href : "http://localhost";
  return core.run(() => findSignInMethods(partsOf(core.client).http, { identifier: email, continueUri }));
}
