import type { Custody, CustodyParts } from "../custody/custody.ts";
import { requireArgument } from "../errors/identity-error.ts";
import type { LifecycleEvent } from "../events.ts";
import type { Http } from "../http/http.ts";
import type { Persistence, PersistenceKind } from "../persistence/persistence.ts";
import type { Platform } from "../platform.ts";
import type { SessionRunner } from "../session/runner.ts";
import type { Store } from "../session/store.ts";
import type { IdentityState } from "./page-state.ts";

export type IdentityClientOptions = Partial<Platform> & {
  apiKey: string;
  projectId: string;
  /** The origin of local services or of an emulator, such as "http://127.0.0.1:9099", instead of Google's services. */
  localServices?: string;
  /** Without a trailing slash. Default: "https://identitytoolkit.googleapis.com". */
  identityToolkitUrl?: string;
  /** Default: "https://securetoken.googleapis.com". */
  secureTokenUrl?: string;
  /** Where providers redirect the popup to, an absolute URL. Default: `/oauth/callback` on this page's origin. */
  callbackUrl?: string;
  /** This site's domain in the project, without scheme or port; `callbackUrl` takes precedence. */
  authDomain?: string;
  /**
   * A page of this origin, served with `Cross-Origin-Opener-Policy: unsafe-none`, that popups open at. Without it
   * they open at `about:blank`, which WebKit isolates from an application that has an opener policy. Omit it if the
   * application's own policy is `same-origin`, because such a page would be isolated itself.
   */
  popupUrl?: string;
  persistence?: Persistence;
  /**
   * How long the client waits after a failed refresh, and between forced refreshes, in milliseconds. Each further
   * failure doubles `firstMs` (default: 30 s), up to `longestMs` (default: 16 min).
   */
  backOff?: { firstMs?: number; longestMs?: number };
  /** Keeps refresh tokens outside the page: `serverCustody` of `@tallybin/identity/custody`. Needs local persistence. */
  custody?: ((parts: CustodyParts) => Custody) | undefined;
  /** `recaptchaEnterprise` of this package, for a project that demands it. */
  recaptcha?: (http: Http) => Http;
  /** The language of mails and text messages. */
  languageCode?: string;
  /**
   * The prefix of every name in this browser: database, stored values, lock and channels. Default: "identity-client".
   * Pages that share a session use the same prefix, including the callback page.
   */
  namespace?: string;
  /** Logs the lifecycle events to the console, for development. They contain no token, address or one-time code. */
  debug?: boolean;
};

/** One cookie per origin names one session, so a custody cannot keep several sessions in one browser. */
export function requireLocalPersistence({ kind }: Persistence): void {
  requireArgument(kind === "local", "persistence");
}

/** The client object of a page. Every function of this package takes it as its first argument. */
export type IdentityClient = {
  getState(): IdentityState;
  /** Resolves after the first storage read, whether it found a session, found none, or failed. */
  ready(): Promise<IdentityState>;
  /**
   * Calls the listener at once with the state, and again after every change: in a microtask after the call that made
   * it, and before the promise of that call resolves. Returns the function that unsubscribes.
   */
  subscribe(listener: (state: IdentityState) => void): () => void;
  /** The stream of lifecycle events. Their types have no room for secrets. */
  onEvent(listener: (event: LifecycleEvent) => void): () => void;
  /** The persistence in use. It can be weaker than the requested one. */
  getPersistence(): PersistenceKind;
  /** "Try again": makes one immediate attempt while the client waits after a failure. */
  retryNow(): void;
  /** Call this after `now()` has jumped, for example because a test has set the clock. */
  clockMoved(): void;
  dispose(): void;
};

export type ClientParts = {
  http: Http;
  runner: SessionRunner;
  store: Store;
  platform: Platform & Pick<IdentityClientOptions, "callbackUrl" | "authDomain" | "popupUrl" | "namespace">;
  emit: (event: LifecycleEvent) => void;
  /** Shared by this client and all clients that `forUser` made of it. */
  shared: {
    /** Keeps refresh tokens outside the page, if set. */
    custody: Custody | undefined;
    setCustody(custody: IdentityClientOptions["custody"]): void;
    /** The custody's ends of the sessions that this page has ended. Never rejects. */
    ending?: Promise<unknown> | undefined;
    /** Ends the open popup when another one opens or the client is disposed. */
    cancelPopup?: () => void;
    /** The domains that the project allows sign-ins from, once a popup or a redirect has asked for them. */
    domains?: Promise<string[]>;
  };
  /** The user that a client made by `forUser` acts for. */
  owner?: string;
};

/**
 * The internals of each client. They are outside the client object, so that neither a console nor a store shows them.
 */
const partsByClient = new WeakMap<IdentityClient, ClientParts>();

export function attachParts(client: IdentityClient, parts: ClientParts): IdentityClient {
  partsByClient.set(client, parts);
  return client;
}

export function partsOf(client: IdentityClient): ClientParts {
  const parts = partsByClient.get(client);
  requireArgument(parts, "client");
  return parts;
}

/**
 * The same client for one user only. After another user has signed in, calls that act on an account reject with
 * `session-changed`. Use it for calls of several steps: a form opened by one user must not change another user's
 * account.
 * @param owner the user's `uid`
 * @throws IdentityError `argument-error` if `client` is none
 */
export const forUser = (client: IdentityClient, owner: string): IdentityClient =>
  attachParts({ ...client }, { ...partsOf(client), owner });

export function callbackUrlOf({ platform: { callbackUrl, authDomain } }: ClientParts): string {
  const url =
    callbackUrl ?? `${authDomain ? `https://${authDomain}` : globalThis.location?.origin}/oauth/callback`;
  requireArgument(URL.canParse(url), "callbackUrl");
  return url;
}
