import type { Device } from "@tallybin/contract/device";

/** The session that a request names: the hash of its cookie's secret, and the page's session ID. */
export type Presented = { id: string; secretHash: string };

declare const PROVEN: unique symbol;
/**
 * A session whose browser has proved its key, if it has one. Only `createBinding` makes it, and no exit gives a session's
 * tokens, or acts for its account, without it.
 */
export type OpenSession = Presented & { uid: string; [PROVEN]: true };

export type NewSession = Presented & {
  uid: string;
  emailHash: string | null;
  refreshToken: string;
  device: Device;
  /** The secret of this browser's cookie, whose session ends at the new session's first exchange. */
  replacedHash: string | null;
  /** Seconds since the epoch; the session's lifetime counts from here. Absent after a move: from now. */
  signedInAt: number | undefined;
};

/** What a hand-over replaces. */
export type Renewal = Pick<NewSession, "uid" | "secretHash" | "emailHash" | "refreshToken" | "signedInAt">;

export type Claimed = { uid: string; refreshToken: string };

/** The result of an exchange. */
export type Finished = {
  refreshToken: string;
  emailHash: string | null;
  idToken: string;
  mark: string;
  expiresInSeconds: number;
  /** How long the ID token is shared with later callers. */
  sharedSeconds: number;
};

export type ListedSession = {
  id: string;
  browser: string | null;
  system: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  /** Whether the session needs the key of its browser. */
  bound: boolean;
};

/** What a signed challenge gives. Times are in milliseconds since the epoch. */
export type Proof = {
  /** The public JWK that has signed. */
  key: string;
  /** When the challenge was issued. */
  challengedMs: number;
  /** The hash of the short cookie. */
  proofHash: string;
  proofEndsMs: number;
};

/** The key that a session is bound to, and its short cookie; null for a session without a key. */
export type BoundKey = {
  [Field in "key" | "proofHash" | "proofEndsMs"]: Proof[Field] | null;
} & {
  uid: string;
  /** The store's time. */
  nowMs: number;
};

export type SessionLimits = {
  /** A session ends after this time without an exchange. */
  idleSeconds: number;
  /** A session ends after this time. The cookie lives as long. */
  lifetimeSeconds: number;
};

/** The maximum number of sessions of an account. A further sign-in replaces the least recently used one. */
export const MAX_PER_ACCOUNT = 100;
/**
 * A move of a session to the server has no time of its own: the request of a page that has closed may arrive after
 * another page's. It ends no session that began in the last two minutes, which is longer than a request takes.
 */
export const LATEST_MOVE_SECONDS = 120;
/**
 * How long a released token can be fetched again if the response was lost. Longer than the longest back-off, and
 * longer than a laptop stays closed over a long weekend.
 */
export const RELEASE_SECONDS = 7 * 86_400;

/**
 * Where sessions are kept. Each method is one atomic step. A cookie opens its own session, and each that was in the
 * browser at that session's sign-in: the page may still show the earlier one, because its sign-in failed, was given up,
 * or got no answer.
 */
export type SessionStore = SessionLimits & {
  /**
   * Inserts a session. The browser's previous session stays until the new one is used. Ends the session of an earlier
   * sign-in with the same cookie, because its response was lost. The session of a later sign-in, or of one in the same
   * second, stays: this hand-over may have arrived late.
   */
  insert(session: NewSession): Promise<void>;
  /**
   * Replaces a session's token, and the cookie's secret. The new secret opens the same sessions as the old one, also
   * the session of a later sign-in of this browser. False if the session has ended or belongs to another account.
   */
  renew(presented: Presented, next: Renewal): Promise<boolean>;
  /**
   * Claims a session for one exchange, unless another request has claimed it or the last ID token is new to the
   * caller. A claim expires, so that a killed server does not block the session for long.
   * @param held the last characters of the caller's current ID token
   */
  claim(presented: Presented, claim: string, held: string, seconds: number): Promise<Claimed | undefined>;
  /** A session, with the ID token that callers may share, if there is one. Undefined after its end. */
  find(
    presented: Presented,
  ): Promise<{ uid: string; idToken: string | null; expiresInSeconds: number | null } | undefined>;
  /** The key that a session is bound to, if any. Undefined after the session's end. */
  binding(presented: Presented): Promise<BoundKey | undefined>;
  /** Binds a session to a key. False if it has ended, or if it has a key. */
  bind(presented: Presented, proof: Proof): Promise<boolean>;
  /**
   * Replaces the short cookie. False if the session has ended, has another key, or has already used this or a later
   * challenge.
   */
  prove(presented: Presented, proof: Proof): Promise<boolean>;
  /** Removes the key of a session. */
  unbind(presented: Presented): Promise<void>;
  /** The newest session of a cookie, for a request that names no session. */
  findByCookie(secretHash: string): Promise<{ id: string; uid: string } | undefined>;
  /**
   * Stores the result of an exchange, and ends the sessions that this one replaced, because the page uses this one.
   * Stores nothing if a hand-over has replaced the token meanwhile. False if the session is gone.
   */
  finish(id: string, claim: string, kept: Finished): Promise<boolean>;
  /** Gives up a claim, so that the next caller may try immediately. */
  unclaim(id: string, claim: string): Promise<void>;
  /**
   * Ends a refused session, and those that it replaced, because no cookie opens them any more. False if a hand-over has
   * replaced its token meanwhile, or if it has ended already.
   */
  endClaimed(id: string, claim: string): Promise<boolean>;
  /** Returns the sealed refresh token, and ends the sessions that this one replaced. The row expires a week later. */
  release(presented: Presented): Promise<string | undefined>;
  /** The sessions of an account, by last use, without those that the given one replaces, if any. */
  list(uid: string, id: string | null): Promise<ListedSession[]>;
  /** Ends one session of an account, and those of this account that it replaced. Returns its device. */
  end(uid: string, id: string): Promise<Device[]>;
  /** Ends the presented session, and those that it replaced. */
  endOwn(presented: Presented): Promise<void>;
  /**
   * Ends a session that the page has not accepted. The session that it replaced stays, and gets the browser's cookie.
   * The cookie before stays good until the new one is used, because a request with it may still be on its way.
   */
  giveUp(presented: Presented): Promise<void>;
  /** Whether a cookie opens a session. */
  isOpening(secretHash: string): Promise<boolean>;
  /** Ends all sessions of an account except one. Returns the device of each that none of the others replaced. */
  endOthers(uid: string, keptId: string | null): Promise<Device[]>;
  /** Deletes ended sessions, and ID tokens that are no longer shared. */
  purge(): Promise<void>;
};
