import type { Custody } from "../custody/custody.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { LifecycleEvent } from "../events.ts";
import type { Http } from "../http/http.ts";
import type { PersistenceKind } from "../persistence/persistence.ts";
import type { Platform } from "../platform.ts";
import type { IdentityState } from "../session/identity-state.ts";
import type { Runner } from "../session/runner.ts";
import type { Store } from "../session/store.ts";
import type { IdentityClientOptions } from "./options.ts";

/** What a page holds. The functions of this package take it first. */
export type IdentityClient = {
  getState(): IdentityState;
  /** Resolves once storage has said whether a session is stored, or that it cannot. */
  ready(): Promise<IdentityState>;
  /** Calls the listener on every change, not at once; returns what unsubscribes. */
  subscribe(listener: (state: IdentityState) => void): () => void;
  /** The stream of lifecycle events: typed, and without secrets by construction. */
  onEvent(listener: (event: LifecycleEvent) => void): () => void;
  /** Where the session really lives, which may be less than was asked for. */
  getPersistence(): PersistenceKind;
  /** "Try again": one immediate attempt while the client waits out a failure. */
  retryNow(): void;
  /** To be called when `now()` has jumped, as a clock under test does. */
  clockMoved(): void;
  dispose(): void;
};

export type ClientParts = {
  http: Http;
  runner: Runner;
  store: Store;
  platform: Platform & Pick<IdentityClientOptions, "callbackUrl" | "authDomain" | "popupUrl" | "namespace">;
  emit: (event: LifecycleEvent) => void;
  /** Where refresh tokens are kept, if not here. */
  custody: Custody | undefined;
  /** Makes tokens the session's own; with a custody, hands the refresh token over before. */
  keep: Custody["keep"];
  /** Shared by all clients for one person that `forUser` has made of this one. */
  underWay: {
    /** Ends the popup under way: another one opens, or the client is disposed. */
    cancelPopup?: () => void;
  };
  /** Whom a client made by `forUser` speaks for. */
  owner?: string;
};

/** Off the client object, so that neither a console nor a careless store shows what is inside. */
const partsByClient = new WeakMap<IdentityClient, ClientParts>();

export function withParts(client: IdentityClient, parts: ClientParts): IdentityClient {
  partsByClient.set(client, parts);
  return client;
}

export function partsOf(client: IdentityClient): ClientParts {
  const parts = partsByClient.get(client);
  if (!parts) throw new IdentityError("argument-error", { detail: "client" });
  return parts;
}

/**
 * The same client for one person only: every call through it that acts on an account is refused with
 * `session-changed` once somebody else is signed in. For whatever takes more than one step: a form that was
 * opened by one person must not change the account of the next.
 */
export const forUser = (client: IdentityClient, owner: string): IdentityClient =>
  withParts({ ...client }, { ...partsOf(client), owner });

/** Where providers send people back to. */
export const callbackUrlOf = ({ platform: { callbackUrl, authDomain } }: ClientParts): string =>
  callbackUrl ?? `${authDomain ? `https://${authDomain}` : globalThis.location?.origin}/oauth/callback`;
