import type { UserDocumentError } from "./errors.ts";
import type { ServerState } from "./target.ts";

/**
 * The stream's phase. `following`: waits for a slot, because enough tabs hold streams already; `connecting`: gets a token
 * and a WebChannel session; `listening`: a request hangs; `waiting`: a back-off; `failed`: refused permanently.
 */
export type Phase =
  | "idle"
  | "paused"
  | "following"
  | "connecting"
  | "listening"
  | "waiting"
  | "failed"
  | "disposed";

/** Times of the runner's clock. `retry`, `pause`, `end`, `confirm`: due times. */
export type Times = {
  readonly [name in "started" | "heard" | "ticked" | "retry" | "pause" | "end" | "confirm"]?:
    | number
    | undefined;
};

export type StreamState = {
  readonly phase: Phase;
  /** Whether every change reaches this tab, also through other tabs, or while a request is replaced. */
  readonly isCurrent: boolean;
  /** The server time of the newest shown response. */
  readonly shownAt?: string | undefined;
  /** A transient failure, reported beside the shown document. */
  readonly trouble?: UserDocumentError | undefined;
  /** Why the stream is `failed`. */
  readonly refusal?: UserDocumentError | undefined;
  /** The running REST read; `again` if its result may be older than needed. */
  readonly reading: "no" | "yes" | "again";
  /** The commit that the next consistent state must include. */
  readonly awaited?: string | undefined;
  readonly failures: number;
  /** Whether requests use long polling, because a proxy buffers whole responses. */
  readonly isLongPolling: boolean;
  /** How often the WebChannel session sends something. */
  readonly keepAliveMs: number;
  /** Whether the WebChannel session has sent a consistent state. */
  readonly hasSnapshot: boolean;
  readonly canResume: boolean;
  /** Whether this request has received bytes, and whether they were more than keep-alives. */
  readonly hasBytes: boolean;
  readonly hasMessages: boolean;
  readonly times: Times;
};

export type StreamEvent =
  | { type: "watched" }
  | { type: "unwatched" }
  | { type: "disposed" }
  | { type: "hidden" }
  | { type: "visible" }
  /** The page closes, maybe into the back/forward cache. */
  | { type: "suspended" }
  /** Online or offline: open connections may be dead. */
  | { type: "network-changed" }
  | { type: "try-again" }
  | { type: "token-changed" }
  /** A write of this tab has succeeded: the shown document must include it. */
  | { type: "written"; commitTime: string }
  /** Another tab reports a commit. */
  | { type: "changed"; commitTime: string }
  | { type: "slot-granted" }
  /** `isNew`: with another WebChannel session than before. */
  | { type: "connected"; isNew: boolean; keepAliveMs: number }
  | { type: "heard"; isMessage: boolean }
  | { type: "snapshot"; answer: ServerState; canResume: boolean }
  /** The stream's request is over. `jitter` is random between 0 and 1, for the back-off. */
  | { type: "ended"; error?: UserDocumentError; jitter: number }
  | { type: "read"; answer: ServerState }
  | { type: "read-failed"; error: UserDocumentError; jitter: number }
  /** The one timer. */
  | { type: "tick"; jitter: number };

/** The runner's actions. None of them can force a token refresh. */
export type Effect =
  | {
      type: /** Rejects the token of this attempt. */
        | "reject-token"
        /** Aborts the stream's running request. */
        | "abort"
        /** Ends the WebChannel session, if there is one. */
        | "end-session"
        | "forget-resume-point"
        | "read"
        /** Joins the browser's tabs and requests one of the browser's few streams. */
        | "join"
        /** Undoes `join`, and ends the request and the WebChannel session. */
        | "leave";
    }
  /** Gets a token, opens a WebChannel session for it if there is none, and sends a hanging request. */
  | { type: "connect"; isLongPolling: boolean }
  | { type: "show"; answer: ServerState }
  | { type: "notify-tabs"; commitTime: string };

export type Step = { readonly state: StreamState; readonly effects: readonly Effect[] };

export const IDLE: StreamState = {
  phase: "idle",
  isCurrent: false,
  reading: "no",
  failures: 0,
  isLongPolling: false,
  keepAliveMs: 0,
  hasSnapshot: false,
  canResume: false,
  hasBytes: false,
  hasMessages: false,
  times: {},
};
