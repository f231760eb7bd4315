import type { UserDocumentError } from "./errors.ts";

/** The document as of one moment; it may have been created and deleted any number of times before. */
export type Snapshot<T> =
  | { readonly exists: true; readonly data: T; readonly createTime: string; readonly updateTime: string }
  | { readonly exists: false };

/**
 * How fresh what is shown can be: `connecting` before the first contact, `live` when every change arrives,
 * `reconnecting` while the line is down, `paused` while the page is hidden or suspended.
 */
export type Connection = "connecting" | "live" | "reconnecting" | "paused";

/** What a watcher is told. A transient error only accompanies what is shown; a permanent one replaces it. */
export type WatchState<T> =
  | { readonly status: "loading"; readonly connection: Connection; readonly error?: UserDocumentError }
  | {
      readonly status: "ready";
      readonly snapshot: Snapshot<T>;
      readonly connection: Connection;
      readonly error?: UserDocumentError;
    }
  /** Refused for good, or stored in a form that the schema does not know. */
  | { readonly status: "failed"; readonly connection: Connection; readonly error: UserDocumentError };

export type WatchListener<T> = (state: WatchState<T>) => void;
