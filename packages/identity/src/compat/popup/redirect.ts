import type { IdentityClient } from "../../client/client-parts.ts";
import {
  getRedirectResult as complete,
  linkWithRedirect as link,
  readPendingRedirect,
  reauthenticateWithRedirect as reauthenticate,
  signInWithRedirect as signIn,
} from "../../popup/redirect.ts";
import { authCoreOf } from "../auth/auth.ts";
import { runSessionChange, runSignIn } from "../auth/operation.ts";
import { ownerOf } from "../auth/user.ts";
import { authError } from "../errors.ts";
import type { AuthProvider } from "../providers/providers.ts";
import type { Auth, PopupRedirectResolver, User, UserCredential } from "../types.ts";
import { pageOf, takeResponse, waitUnlessLeaving, withCallbackHere } from "./page.ts";
import { providerOptionsOf, requireResolver } from "./resolver.ts";

/** The outcome of the redirect that this page has returned from, until `getRedirectResult` reports it. */
const outcomes = new WeakMap<object, Promise<UserCredential | null>>();

async function finishRedirect(auth: Auth): Promise<UserCredential | null> {
  const { client } = authCoreOf(auth);
  await waitUnlessLeaving(client);
  const { purpose, url } = readPendingRedirect(client) ?? {};
  if (!url) return null;
  let isDone = false;
  const completeRedirect = async (own: IdentityClient) => {
    isDone = !!(await complete(withCallbackHere(own)));
  };
  const { currentUser } = auth;
  const credential =
    currentUser && purpose && purpose !== "sign-in"
      ? await runSessionChange(currentUser, purpose, completeRedirect)
      : await runSignIn(auth, completeRedirect);
  return isDone ? credential : null;
}

/** Allows popups and redirects. Completes a redirect before the listeners get the first state, as Google's SDK does. */
export const browserPopupRedirectResolver: PopupRedirectResolver = {
  take: takeResponse,
  async resume(auth) {
    const outcome = finishRedirect(auth);
    outcomes.set(authCoreOf(auth), outcome);
    // `getRedirectResult` reports it.
    await outcome.catch(() => {});
  },
};

/** @throws AuthError `auth/argument-error` without a resolver */
export async function getRedirectResult(
  auth: Auth,
  resolver?: PopupRedirectResolver,
): Promise<UserCredential | null> {
  const core = authCoreOf(auth);
  core.requireNoServer();
  requireResolver(auth, resolver);
  await core.initialized;
  if (!outcomes.has(core)) {
    takeResponse(core.client);
    await browserPopupRedirectResolver.resume?.(auth);
  }
  const outcome = outcomes.get(core);
  outcomes.set(core, Promise.resolve(null));
  return outcome ?? null;
}

/** Leaves the page, so the promise only ever rejects. */
async function leaveForProvider(
  auth: Auth,
  flow: typeof signIn,
  provider: AuthProvider,
  { resolver, owner }: { resolver: PopupRedirectResolver | undefined; owner?: User },
): Promise<never> {
  const core = authCoreOf(auth);
  core.requireNoServer();
  const { providerId, ...options } = providerOptionsOf(provider);
  requireResolver(auth, resolver);
  await core.initialized;
  if (flow === link && owner?.providerData.some((linked) => linked.providerId === providerId))
    throw authError("provider-already-linked", { appName: auth.name });
  return core.run(async () => {
    const client = owner ? core.clientFor(owner) : core.client;
    const { pathname = "", search = "", hash = "" } = pageOf(client).location ?? {};
    await flow(withCallbackHere(client), providerId, { ...options, returnTo: pathname + search + hash });
    return new Promise<never>(() => {});
  });
}

/**
 * Navigates this tab to the provider; `getRedirectResult` and the listeners get the user after the return.
 * @throws AuthError `auth/unauthorized-domain`, `auth/argument-error` without a resolver or a provider
 */
export const signInWithRedirect = (
  auth: Auth,
  provider: AuthProvider,
  resolver?: PopupRedirectResolver,
): Promise<never> => leaveForProvider(auth, signIn, provider, { resolver });

/**
 * Like `linkWithPopup`, with a redirect.
 * @throws AuthError as `signInWithRedirect`; `auth/provider-already-linked`
 */
export const linkWithRedirect = async (
  user: User,
  provider: AuthProvider,
  resolver?: PopupRedirectResolver,
): Promise<never> => leaveForProvider(ownerOf(user).core.auth, link, provider, { resolver, owner: user });

/**
 * Like `reauthenticateWithPopup`, with a redirect.
 * @throws AuthError as `signInWithRedirect`; `auth/user-mismatch`
 */
export const reauthenticateWithRedirect = async (
  user: User,
  provider: AuthProvider,
  resolver?: PopupRedirectResolver,
): Promise<never> =>
  leaveForProvider(ownerOf(user).core.auth, reauthenticate, provider, { resolver, owner: user });
