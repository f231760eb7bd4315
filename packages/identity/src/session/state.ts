import type { SignOutReason } from "../errors/identity-error.ts";
import type { LifecycleEvent, WakeCause } from "../events.ts";
import type { User } from "../user.ts";
import { laterStep, type Retry, type Session, type SessionRecord } from "./record.ts";

/** What one tab knows. Everything else, such as the time of the next exchange, is derived from it. */
export type SessionState = {
  /** What this tab has read and done, joined. Absent until storage is read or a user has acted here. */
  readonly record?: SessionRecord | undefined;
  /** Whether storage has refused the record, so that it lives only in this tab. */
  readonly isUnsaved?: boolean;
  /** Whether the last read of storage failed. */
  readonly isUnreadable?: boolean;
  /** Whether storage holds a format that this release does not know. It stays until the next sign-in or sign-out. */
  readonly isForeign?: boolean;
  /** The ID token of the running exchange. */
  readonly exchanging?: string | undefined;
  /** A failure that concerns only this tab, such as an exchange that was cut when the page was hidden. */
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
  /** A call that carried this token was refused. Unless it is final, the session gets one new token. */
  | { type: "token-refused"; idToken: string; reason: SignOutReason; isFinal: boolean }
  /**
   * The exchange of one token is over. `isOwn`: the record is its result, and not another tab's. `isReplaced`: this tab
   * has begun another exchange since.
   */
  | ({ type: "exchanged"; isReplaced?: boolean } & ExchangeResult)
  | { type: "woke-up"; cause: WakeCause }
  /** The user signed out. */
  | { type: "sign-out"; stamp: number; reason?: SignOutReason | undefined };

export type ExchangeResult = {
  /** The token that the exchange has spent. */
  idToken: string;
  /** Absent if nothing was learned, because the exchange was cut. */
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

export const sessionOf = ({ record }: SessionState): Session | undefined => record?.session;
export const isExchanging = (state: SessionState): boolean =>
  !!state.exchanging && state.exchanging === sessionOf(state)?.idToken;
export const retryOf = ({ record, pause }: SessionState): Retry | undefined =>
  laterStep(record?.retry, pause);

/** A state as callers inside the package see it. */
export type SessionView = {
  readonly status: "unknown" | "signed-out" | "signed-in";
  readonly reason?: SignOutReason | "storage-unavailable" | undefined;
  readonly session?: Session | undefined;
  /** While signed in, the state of the token. `waiting`: for the retry of a failed exchange. */
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
  const phase = isExchanging(state) ? "refreshing" : retry ? "waiting" : "fresh";
  return { status: "signed-in", session, phase, retry, forced };
}

/** The page's view of the session. Holds no token. */
export type IdentityState =
  | { readonly status: "unknown"; readonly reason?: "storage-unavailable" | undefined }
  | { readonly status: "signed-out"; readonly reason?: SignOutReason | undefined }
  | {
      readonly status: "signed-in";
      readonly user: User;
      readonly connection: "online" | "reconnecting";
      /** Milliseconds since the epoch, by this device's clock. */
      readonly retryAt?: number | undefined;
    };

/** The part of a state that a page sees. A running retry has no `retryAt`. */
export function toIdentityState(state: SessionState): IdentityState {
  const { status, session, phase, retry, reason } = viewOf(state);
  if (!session) return { status, reason } as IdentityState;
  return {
    status: "signed-in",
    user: session.user,
    connection: retry ? "reconnecting" : "online",
    retryAt: phase === "waiting" ? retry?.retryAt : undefined,
  };
}
