import { type IdentityClient, type IdentityState, watchStoredSession } from "@tallybin/identity";
import { forgetUnsavedText } from "../account/unsaved-text.ts";
import { absoluteUrl, type PublicConfig } from "../config/config.ts";
import { paths } from "../config/paths.ts";
import { now } from "../lib/clock.ts";
import { whenIdle } from "../lib/when-idle.ts";
import { sessionStore } from "./session-store.ts";

let config: PublicConfig | undefined;
let client: Promise<IdentityClient> | undefined;
let stopWatching = (): void => undefined;

/** A client that has not read storage yet knows less than the store may already say. */
const show = (state: IdentityState): void => {
  if (state.status !== "unknown" || state.reason !== undefined) sessionStore.setState(state, true);
};

/** Has the client's code here when somebody is about to sign in or out; the client itself begins when it is asked for. */
export const fetchIdentity = (): void => {
  import("./identity-client.lazy.ts").catch(() => undefined); // whoever needs it asks again, and says what went wrong
};

/** The one client of this page; its code is fetched the first time somebody asks. */
export function identityClient(): Promise<IdentityClient> {
  client ??= load().catch((error: unknown) => {
    client = undefined; // so that the next click may try again
    throw error;
  });
  return client;
}

async function load(): Promise<IdentityClient> {
  if (!config) throw new Error("startSession has not been called");
  const { apiKey, projectId, identityToolkitUrl, secureTokenUrl } = config.identity;
  const { createIdentityClient } = await import("./identity-client.lazy.ts");
  const here = window.location.origin;
  const created = createIdentityClient({
    apiKey,
    projectId,
    identityToolkitUrl: absoluteUrl(identityToolkitUrl, here),
    secureTokenUrl: absoluteUrl(secureTokenUrl, here),
    callbackUrl: here + paths.callback,
    now,
  });
  stopWatching();
  created.subscribe(show);
  show(created.getState());
  return created;
}

/**
 * Tells the store who is signed in: at once from storage, and from the client as soon as it is there. On public
 * pages the client waits until the page is idle, and is not loaded at all for somebody who is signed out.
 */
export function startSession(publicConfig: PublicConfig, { eager }: { eager: boolean }): void {
  config = publicConfig;
  const loadQuietly = () => {
    // The stored session stays on view; whatever needs the client will ask again and can say what went wrong.
    identityClient().catch(() => undefined);
  };
  const watch = watchStoredSession({ projectId: publicConfig.identity.projectId }, (state) => {
    show(state);
    // Where storage cannot be read, only the client can keep a session: in memory.
    if (state.status === "signed-in" || (state.status === "unknown" && state.reason)) whenIdle(loadQuietly);
  });
  stopWatching = watch.stop;
  if (eager) loadQuietly();
}

/** Client and functions together, for callers that may come before either is loaded. */
const loaded = () => Promise.all([identityClient(), import("./identity-client.lazy.ts")]);

/** Ends the session in every tab of this browser. */
export async function endSession(): Promise<void> {
  forgetUnsavedText();
  const [identity, { signOut }] = await loaded();
  await signOut(identity);
}

/** Our own server has found this token bad: ends the session that holds it, and nobody else's who came since. */
export async function endRefusedSession(refused: string): Promise<void> {
  const [identity, functions] = await loaded();
  await functions.endSession(identity, "invalid-user-token", { idToken: refused });
}

/** The ID token of whoever is signed in, for our own API. */
export async function idTokenIfAny(): Promise<string | undefined> {
  if (sessionStore.getState().status !== "signed-in") return undefined;
  const [identity, { getIdToken }] = await loaded();
  return getIdToken(identity);
}

/** A valid ID token of whoever is signed in; renewed first when a server has just refused the one it had. */
export async function idToken(options: { forceRefresh: boolean }): Promise<string> {
  const [identity, { getIdToken }] = await loaded();
  return getIdToken(identity, options);
}

/** Tries at once to reach the service again. */
export function retryConnection(): void {
  identityClient().then(
    (identity) => identity.retryNow(),
    () => undefined,
  );
}

/** To be called when `now()` has jumped: what is due by the new time is done now. */
export function clockMoved(): void {
  client?.then(
    (identity) => identity.clockMoved(),
    () => undefined,
  );
}
