import type { SignOutReason } from "../errors/identity-error.ts";
import type { LifecycleEvent, WakeCause } from "../events.ts";
import { laterStep, type Retry } from "../http/retry.ts";
import type { Session, SessionRecord } from "./record.ts";

/** The state of one tab. Everything else, such as the time of the next exchange, is derived from it. */
export type SessionState = {
  /** What this tab has read and done, joined. Absent until storage is read or a user has acted here. */
  readonly record?: SessionRecord | undefined;
  /** Whether the last read or write has shown that storage holds the record. */
  readonly isStored?: boolean;
  /** Whether storage has refused the record, so that it lives only in this tab. */
  readonly isUnsaved?: boolean;
  /** Whether the first read of storage has failed. Ignored once there is a record. */
  readonly isUnreadable?: boolean;
  /** Whether storage has a value of an unknown format. It stays until the next sign-in or sign-out. */
  readonly isForeign?: boolean;
  /** The ID token of the running exchange. */
  readonly exchanging?: string | undefined;
  /** A failure of this tab alone, such as an exchange that was cut when the page was hidden. */
  readonly pause?: Retry | undefined;
  /** The generation of the sign-in in progress. Any later sign-in or sign-out replaces it. */
  readonly latestSignIn?: string | undefined;
};

export type SessionEvent =
  /** The record in storage after a read or a write. Absent: an unknown format. `note`: of the last noted sign-out. */
  | { type: "storage-read"; record: SessionRecord | undefined; note: SessionRecord }
  | { type: "storage-failed"; isWrite: boolean; note: SessionRecord }
  | { type: "sign-in-started"; generation: string }
  | { type: "signed-in"; session: Session }
  /** A call for the user has brought another profile, or new tokens with a greater `change`. */
  | { type: "account-changed"; session: Session }
  | { type: "token-requested"; why: "timer" | "call" | "forced-call" }
  /** An API has refused a call with this token. Unless that is final, one new token is tried. */
  | { type: "token-refused"; idToken: string; reason: SignOutReason; isFinal: boolean }
  /** The exchange of one token is over. `isOwn`: the record is its result, and not another tab's. */
  | ({ type: "exchanged" } & ExchangeResult)
  | { type: "woke-up"; cause: WakeCause }
  /** The user signed out. */
  | { type: "sign-out"; stamp: number; reason?: SignOutReason | undefined };

export type ExchangeResult = {
  /** The token that the exchange has spent. */
  idToken: string;
  /** The record after the exchange. Absent if the exchange was cut. */
  record?: SessionRecord | undefined;
  isOwn?: boolean;
  isUnsaved?: boolean;
  pause?: Retry | undefined;
};

/** The runner's actions. */
export type Effect =
  /** `isForced`: counts in the budget of forced refreshes. */
  | { type: "exchange"; isForced: boolean }
  | { type: "read" }
  /** Joins the state's record into storage. `isAction`: a user has just signed in or out here. */
  | { type: "write"; isAction: boolean }
  | { type: "look-up" }
  | { type: "emit"; event: LifecycleEvent };

export type Step = { state: SessionState; effects: Effect[] };

export const retryOf = ({ record, pause }: SessionState): Retry | undefined =>
  laterStep(record?.retry, pause);

/** The state as the other parts of the client see it. */
export type SessionView = {
  readonly status: "unknown" | "signed-out" | "signed-in";
  readonly reason?: SignOutReason | "storage-unavailable" | undefined;
  readonly session?: Session | undefined;
  /** While signed in, the state of the token. `fresh`: usable, or due for an exchange. `waiting`: for a retry. */
  readonly phase?: "fresh" | "refreshing" | "waiting" | undefined;
  /** The failure that the session recovers from: until an exchange succeeds, the UI shows "reconnecting". */
  readonly retry?: Retry | undefined;
  readonly forced?: Retry | undefined;
};

export function viewOf(state: SessionState): SessionView {
  const { record, isUnreadable } = state;
  if (!record) return { status: "unknown", reason: isUnreadable ? "storage-unavailable" : undefined };
  const { session, signedOut, forced } = record;
  if (!session) return { status: "signed-out", reason: signedOut };
  const retry = retryOf(state);
  const phase = state.exchanging ? "refreshing" : retry ? "waiting" : "fresh";
  return { status: "signed-in", session, phase, retry, forced };
}
