import type { Device } from "@tallybin/contract/device";

/**
 * Where a session stands among those of its browser, compared member by member: the user's last action (milliseconds
 * by the browser's clock), the name of the sign-in, the changes of the account that brought new tokens, and the
 * exchanges since the last change.
 */
export type Place = { stamp: number; generation: string; change: number; turn: number };

/** The refresh token that a hand-over or an exchange has brought, encrypted. */
export type SealedToken = { refreshToken: string; emailHash: string | null };

export type NewSession = Place &
  SealedToken & {
    id: string;
    uid: string;
    /** The hash of its cookie's secret. */
    secretHash: string;
    device: Device;
    /** Seconds since the epoch; the session's lifetime counts from here. Absent after a move: from now. */
    signedInAt: number | undefined;
  };

/** What a hand-over of new tokens replaces. */
type Renewal = SealedToken & Pick<NewSession, "secretHash" | "signedInAt"> & { place: Place };

export type Exchange = SealedToken & {
  /** Encrypted. */
  idToken: string;
  /** The last characters of the ID token. */
  mark: string;
  expiresInSeconds: number;
  /** How long the ID token is shared with later callers. */
  sharedSeconds: number;
};

/** What a signed challenge gives. Times are in milliseconds since the epoch. */
export type Proof = {
  /** The public JWK that has signed. */
  key: string;
  challengedMs: number;
  proofHash: string;
  proofEndsMs: number;
};

/** A session that a cookie opens. */
export type FoundSession = Place & {
  [Field in "key" | "proofHash" | "proofEndsMs"]: Proof[Field] | null;
} & {
  id: string;
  uid: string;
  /** The hash of the cookie that opens it. */
  secretHash: string;
  /** The ID token that callers may share, if there is one. */
  idToken: string | null;
  expiresInSeconds: number | null;
  /** The store's time. */
  nowMs: number;
};

/** A session, and the hash of the cookie with which a request has named it. */
type SessionReference = Pick<FoundSession, "id" | "secretHash">;

export type ListedSession = Device & {
  id: string;
  createdAt: Date;
  lastUsedAt: Date;
  /** Whether the session needs the key of its browser. */
  bound: boolean;
};

export type SessionLimits = {
  /** A session ends after this time without an exchange. */
  idleSeconds: number;
  /** A session ends after this time. The cookie lives as long. */
  lifetimeSeconds: number;
};

/** The maximum number of sessions of an account. A further sign-in replaces the least recently used one. */
export const MAX_PER_ACCOUNT = 100;
/** How long a released token can be fetched again if the response was lost: longer than a long weekend. */
export const RELEASE_SECONDS = 7 * 86_400;
/** The maximum number of rows that one purge deletes for each reason, so that its statement is short. */
export const MAX_PER_PURGE = 5_000;

/**
 * Where sessions are kept. Each method is one atomic step, and finds its rows by a key. One cookie opens one session:
 * the cookie of its hand-over, and the one before the last hand-over of new tokens until the new one is used, because
 * the response may be lost.
 */
export type SessionStore = SessionLimits & {
  /** Inserts a session. The least recently used one of an account with too many sessions ends. */
  insert(session: NewSession): Promise<void>;
  /** The sessions that these cookies open, without those that have ended. */
  find(secretHashes: readonly string[]): Promise<FoundSession[]>;
  /**
   * Replaces a session's tokens and its cookie. False if the session has ended, or has the tokens of a later change or
   * turn: this hand-over has arrived late.
   */
  renew(own: SessionReference, next: Renewal): Promise<boolean>;
  /**
   * Claims a session for one exchange and returns its refresh token, unless another request has claimed it or the last
   * ID token is new to the caller. A claim expires, so that a killed server does not block the session for long.
   * @param mark the last characters of the caller's current ID token
   */
  claim(own: SessionReference, claim: string, mark: string, seconds: number): Promise<string | undefined>;
  /**
   * Ends a claim: stores the result of the exchange, ends a session whose token was `refused`, or lets the next caller
   * try. False if a hand-over has replaced the tokens meanwhile, or if the session has ended; nothing is stored then.
   */
  settle(id: string, claim: string, outcome: Exchange | "refused" | "unanswered"): Promise<boolean>;
  /** Notes that the browser's page uses a session, and ends those of the browser that it replaces. */
  accept(id: string, replaced: readonly string[]): Promise<void>;
  /**
   * Replaces the key of a session, and its short cookie; null removes them. False if the session has ended, has another
   * key than `before`, or has already used this or a later challenge.
   */
  prove(id: string, before: string | null, proof: Proof | null): Promise<boolean>;
  /** Returns the sealed refresh token, until the row expires: a week after the first release. */
  release(id: string): Promise<string | undefined>;
  /** The sessions of an account, by last use. */
  list(uid: string): Promise<ListedSession[]>;
  /** Ends sessions. Returns the device of each that had not ended before. */
  end(ids: readonly string[]): Promise<Device[]>;
  /** Deletes some ended sessions, and ID tokens that are no longer shared. */
  purge(): Promise<void>;
};
