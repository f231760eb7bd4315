import type { SignOutReason } from "../errors/sign-out-reason.ts";
import type { LifecycleEvent, WakeCause } from "../events.ts";
import type { User } from "../user.ts";
import type { Retry } from "./retry.ts";
import type { Session } from "./session.ts";
import type { StoredRecord } from "./stored-record.ts";

/**
 * How what this tab holds relates to storage. `durable`: storage has it, or will once the running write is done.
 * `memory`: storage refused it. `removal-pending`: the user is signed out, but storage still has a session. `unreadable`:
 * storage could not be read, or holds a format that this version does not know.
 */
export type Durability = "durable" | "memory" | "removal-pending" | "unreadable";

export type Base = readonly string[] | undefined;

type Common = {
  durability: Durability;
  /**
   * The generations that storage may hold as far as this tab knows: what it read last, and what it has tried to store
   * since. The empty text stands for none; `undefined`: storage has not been read yet.
   */
  base?: Base;
  /** The generation that the sign-in under way will have. Any later sign-in or sign-out replaces it. */
  attempt?: string | undefined;
};

export type SignedIn = Common & {
  status: "signed-in";
  session: Session;
  /** When this tab first saw the token, by its own clock. Set where the tab that stored it has a clock ahead of it. */
  seenAt?: number | undefined;
  reason?: undefined;
  /** The last forced refresh and when the next one is due. */
  forced?: Retry | undefined;
  /** The server has refused the token: the one that replaces it is the session's second chance. */
  isRefused?: boolean | undefined;
} & TokenPhase;

/**
 * What the session's token is doing. `retry` is the failure it is recovering from: until an exchange succeeds, the
 * UI says "reconnecting". `dueAt` is what the one timer is set to.
 */
type TokenPhase =
  | { phase: "fresh"; dueAt: number; retry?: undefined }
  | { phase: "refreshing"; dueAt?: undefined; retry: Retry | undefined }
  | { phase: "waiting"; dueAt: number; retry: Retry };

type NoSession = Common & {
  session?: undefined;
  seenAt?: undefined;
  phase?: undefined;
  retry?: undefined;
  dueAt?: undefined;
};

export type SessionState =
  | ({ status: "unknown"; reason?: "storage-unavailable" } & NoSession)
  | ({ status: "signed-out"; reason?: SignOutReason | undefined } & NoSession)
  | SignedIn;

export type SessionEvent =
  /** Storage as it is: at the start, after waking, when this tab or another wrote. */
  | { type: "storage-read"; record: StoredRecord }
  | { type: "storage-read-failed" }
  /** A write or a removal did not get through. */
  | { type: "storage-write-failed" }
  /** Another tab took the session elsewhere for itself. */
  | { type: "storage-moved" }
  | { type: "sign-in-started"; generation: string }
  | { type: "signed-in"; session: Session }
  | { type: "tokens-replaced"; session: Session }
  | { type: "profile-read"; generation: string; user: User }
  | { type: "refresh-due" }
  /** The outcome of the exchange of one token: a session, one with a retry, or none; stored, refused or not tried. */
  | { type: "exchanged"; idToken: string; record: StoredRecord; isStored?: boolean }
  /** The exchange of one token is over without a result of its own: storage holds what another tab has stored. */
  | { type: "exchange-overtaken"; idToken: string; record: StoredRecord }
  | { type: "woke-up"; cause: WakeCause }
  | { type: "token-asked"; force: boolean }
  /** A call that carried this token was refused with a code that may end the session. */
  | { type: "token-refused"; idToken: string; reason: SignOutReason }
  /** With a token: our own API verified it as bad. Another token's session stays. */
  | { type: "sign-out"; reason?: SignOutReason | undefined; idToken?: string | undefined };

/** What the runner does, by name, with what follows the name. */
export type Effect =
  | ["exchange", held: SignedIn]
  | ["read"]
  /** Writes the record. With `over`: only where storage still holds one of these generations. */
  | ["store", record: StoredRecord, base: Base, over?: Base]
  | ["store-user", generation: string, user: User]
  /** Takes the session out of storage, whatever it is; with `over`, only one of these generations. */
  | ["clear", record: StoredRecord, base: Base, over?: Base]
  | ["look-up"]
  | ["emit", event: LifecycleEvent];

export type Step = { state: SessionState; effects: Effect[] };
