import type { UserDocumentError } from "./errors.ts";
import type { ServerState } from "./target.ts";

/**
 * What the stream is doing. `following`: waits for a slot, because enough tabs hold streams already;
 * `listening`: a request hangs and has proved nothing yet; `waiting`: a back-off; `failed`: refused for good.
 */
export type Phase =
  | "idle"
  | "paused"
  | "following"
  | "authorizing"
  | "opening"
  | "listening"
  | "live"
  | "waiting"
  | "failed"
  | "disposed";

/** Moments of this device's clock. `last`: the last event; `retry`, `pause`, `end`, `confirm`: what falls due. */
export type Times = { readonly last: number } & {
  readonly [name in "started" | "heard" | "ticked" | "retry" | "pause" | "end" | "confirm"]?:
    | number
    | undefined;
};

/** The session of the stream, as far as decisions need it; `isCurrent` once it has brought a consistent state. */
type SessionFacts = { readonly idToken: string; readonly keepAliveMs: number; readonly isCurrent: boolean };

export type StreamState = {
  readonly phase: Phase;
  /** Every change reaches this tab, by its own stream or through other tabs. Survives a request that is replaced. */
  readonly isCurrent: boolean;
  /** As of when the newest answer is that has been shown, by the server's clock. */
  readonly shownAt?: string | undefined;
  /** A transient failure, told beside what is shown. */
  readonly trouble?: UserDocumentError | undefined;
  /** Why the stream is `failed`. */
  readonly refusal?: UserDocumentError | undefined;
  /** The REST read under way; `again` when what it brings may be older than what is needed. */
  readonly reading: "no" | "yes" | "again";
  /** The commit that the next consistent state must include. */
  readonly awaited?: string | undefined;
  readonly failures: number;
  /** A proxy collects whole answers. */
  readonly isLongPolling: boolean;
  readonly session?: SessionFacts | undefined;
  /** The token that this attempt shows to the server. */
  readonly sent?: string | undefined;
  /** There is a token to resume from. */
  readonly canResume: boolean;
  /** Whether this request has brought bytes, and whether they were more than signs of life. */
  readonly hasBytes: boolean;
  readonly hasMessages: boolean;
  readonly times: Times;
};

export type StreamEvent =
  | { type: "watched"; isVisible: boolean }
  | { type: "unwatched" }
  | { type: "disposed" }
  | { type: "hidden" }
  | { type: "visible" }
  /** The page goes, maybe into the back/forward cache. */
  | { type: "suspended" }
  /** Online or offline: what is open may be dead without knowing. */
  | { type: "network-changed" }
  | { type: "try-again" }
  | { type: "token-changed" }
  /** A write of this tab has succeeded: what is shown must include it. */
  | { type: "written"; commitTime: string }
  /** Another tab tells of a commit. */
  | { type: "changed"; commitTime: string }
  | { type: "slot-granted" }
  | { type: "authorized"; idToken: string }
  | { type: "opened"; keepAliveMs: number }
  | { type: "heard"; isMessage: boolean }
  | { type: "snapshot"; answer: ServerState; canResume: boolean }
  /** The request of the stream is over. `jitter` is drawn from 0 to 1 for the back-off. */
  | { type: "ended"; error?: UserDocumentError; jitter: number }
  | { type: "read"; answer: ServerState }
  | { type: "read-failed"; error: UserDocumentError; jitter: number }
  /** The one timer. */
  | { type: "tick"; jitter: number };

/** What the runner does, by name, with what follows the name. None of them can force a token refresh. */
export type Effect =
  | ["authorize"]
  | ["reject-token", idToken: string]
  | ["open", idToken: string]
  | ["receive", isLongPolling: boolean]
  /** Gives up the stream's request under way. */
  | ["abort"]
  | ["terminate"]
  | ["forget-resume-point"]
  | ["read"]
  | ["show", answer: ServerState]
  /** Joins the tabs of this browser and asks for one of its few streams; leaves them again. */
  | ["join"]
  | ["leave"]
  | ["tell", commitTime: string];

export type Step = { readonly state: StreamState; readonly effects: readonly Effect[] };

export const IDLE: StreamState = {
  phase: "idle",
  isCurrent: false,
  reading: "no",
  failures: 0,
  isLongPolling: false,
  canResume: false,
  hasBytes: false,
  hasMessages: false,
  times: { last: 0 },
};
