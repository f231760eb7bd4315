import type { Platform } from "../platform.ts";
import type { Tokens } from "../session/create-session.ts";
import type { Session } from "../session/session.ts";

/** The parts of the client that a custody uses. */
export type CustodyParts = Pick<Platform, "fetch" | "now" | "setTimeout" | "locks"> & {
  /** The name of a project's stored value, lock and channel in this browser. */
  scope: string;
  timeoutMs: number;
};

/** The context of a hand-over. */
export type HandOver = {
  /** The current session's handle, when the session continues with new tokens. Absent after a sign-in. */
  held?: string;
  /** False once another sign-in or a sign-out has replaced this sign-in. The custody must then skip the hand-over. */
  isWanted: () => boolean;
};

/**
 * Keeps refresh tokens out of the reach of the page's scripts. The stored session has a handle in place of the
 * refresh token. The custody defines the form of the handle.
 */
export type Custody = {
  /**
   * Called after a sign-in, and after an account change that brought new tokens. Hands the refresh token over, then
   * calls `use` with a session that has the handle instead. If the hand-over of a sign-in fails, it rejects and the
   * user stays signed out.
   */
  keep<T>(session: Session, handOver: HandOver, use: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Exchanges a handle for a new ID token. The definite codes of the token endpoint end the session; after any other
   * failure the client retries later.
   * @param direct exchanges a refresh token that was stored before there was a custody
   */
  exchange(
    held: Pick<Session, "idToken" | "refreshToken">,
    signal: AbortSignal,
    direct: (refreshToken: string, signal: AbortSignal) => Promise<Tokens>,
  ): Promise<Tokens>;
  /** Whether this custody made the stored value. A session with any other value is exchanged immediately. */
  isOwn(refreshToken: string): boolean;
  /** Called after the local sign-out. `isAccountGone`: the account was deleted. */
  end(refreshToken: string, isAccountGone: boolean): void;
};
