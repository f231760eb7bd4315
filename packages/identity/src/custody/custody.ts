import type { Platform } from "../platform.ts";
import type { Tokens } from "../session/create-session.ts";
import type { Session } from "../session/session.ts";

/** What a custody gets of its client. */
export type CustodyParts = Pick<Platform, "fetch" | "now" | "setTimeout" | "locks"> & {
  /** The name of everything that one project keeps in this browser. */
  scope: string;
  timeoutMs: number;
};

/** For which session tokens are handed over. */
export type HandOver = {
  /** What stands for the refresh token of the session that goes on with these tokens; absent after a sign-in. */
  held?: string;
  /** False once another sign-in or a sign-out has overtaken this one: then nothing is to be handed over. */
  isWanted: () => boolean;
};

/**
 * Keeps refresh tokens where no script of the page reaches them. The session that the client stores has a handle in the
 * place of the refresh token; what the handle looks like is the custody's own affair.
 */
export type Custody = {
  /**
   * After a sign-in, and after a change of the account that brought new tokens: hands the refresh token over, then calls
   * `use` with the session that holds the handle instead. Rejects where a sign-in cannot be handed over; then nobody is
   * signed in.
   */
  keep<T>(session: Session, handOver: HandOver, use: (session: Session) => Promise<T>): Promise<T>;
  /**
   * A new ID token for a handle. Definite codes of the token endpoint end the session, everything else is waited out.
   * @param direct exchanges a refresh token that was stored before there was a custody
   */
  exchange(
    held: Pick<Session, "idToken" | "refreshToken">,
    signal: AbortSignal,
    direct: (refreshToken: string, signal: AbortSignal) => Promise<Tokens>,
  ): Promise<Tokens>;
  /** Whether a stored session is as this custody wants it. Any other is exchanged at once. */
  isOwn(refreshToken: string): boolean;
  /** After a sign-out, which has been carried out here already. `isAccountGone`: of a deleted account. */
  end(refreshToken: string, isAccountGone: boolean): void;
};
