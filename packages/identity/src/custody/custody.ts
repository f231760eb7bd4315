import type { LifecycleEvent } from "../events.ts";
import type { Network } from "../http/http.ts";
import type { Persistence } from "../persistence/persistence.ts";
import type { Platform } from "../platform.ts";
import type { Session } from "../session/record.ts";
import type { Tokens } from "../session/tokens.ts";

export type CustodyParts = Network &
  Pick<Platform, "locks" | "page"> & {
    persistence: Pick<Persistence, "signOutNotes">;
    /** The name of a project's stored value, lock and channel in this browser. */
    scope: string;
    /** Reports `custody-unavailable`: the server keeps sessions in another mode than this client. */
    emit: (event: LifecycleEvent) => void;
  };

export type HandOver = {
  /** The current session, when it continues with new tokens. Absent after a sign-in. */
  current?: Session | undefined;
  /** False once another sign-in or a sign-out has replaced this sign-in. The custody must then skip the hand-over. */
  isWanted: () => boolean;
};

/** The client's part of an exchange. */
export type ExchangeTools = {
  signal: AbortSignal;
  /** Exchanges a refresh token at the token endpoint. */
  direct(refreshToken: string): Promise<Tokens>;
  /** Stores the session with a refresh token that the custody has returned. Call it before the token is spent. */
  keep(released: Session): Promise<void>;
};

/** Why a session has ended. `unused`: the page never accepted it, so what it replaced stays. */
export type EndReason = "signed-out" | "account-gone" | "unused";

/**
 * Keeps refresh tokens out of the reach of the page's scripts. The stored session has a handle instead of the refresh
 * token. The custody defines the form of the handle.
 */
export type Custody = {
  /**
   * Called after a sign-in, and after an account change that brought new tokens. Hands the refresh token over, then
   * calls `use` with a session that has the handle instead. If the hand-over of a sign-in fails, it rejects and the
   * session before it stays. If the hand-over of new tokens fails, the session keeps them until its next exchange.
   */
  keep<T>(session: Session, handOver: HandOver, use: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Exchanges a session for new tokens. The definite codes of the token endpoint end the session; after any other
   * failure the client retries later. `custody-unavailable` leaves the exchange to the other tabs.
   */
  exchange(session: Session, tools: ExchangeTools): Promise<Tokens>;
  /** Whether this custody's exchange leaves the session as it is. Any other session is exchanged immediately. */
  isOwn(session: Session): boolean;
  /**
   * Called after the local sign-out, and for a session that the page did not accept. `signOut` waits for the returned
   * promise, which never rejects.
   */
  end(session: Session, reason: EndReason): void | Promise<void>;
  /** Called when the client is disposed. Stops what repeats by itself. */
  stop?(): void;
};
