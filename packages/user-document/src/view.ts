import * as v from "valibot";
import { causeOf, toUserDocumentError, UserDocumentError } from "./errors.ts";
import type { StreamState } from "./stream-state.ts";
import type { ServerState } from "./target.ts";
import { Fields } from "./values.ts";
import { sortableTime, type WireDocument } from "./wire.ts";

/** The document at one moment; it may have been created and deleted any number of times before. */
export type Snapshot<T> =
  | { readonly exists: true; readonly data: T; readonly createTime: string; readonly updateTime: string }
  | { readonly exists: false };

/** Converts stored data to the caller's schema. */
export const decodeSnapshot = <T>(
  schema: v.GenericSchema<unknown, T>,
  document: WireDocument | undefined,
): Snapshot<T> => {
  if (!document) return { exists: false };
  const { fields, ...times } = document;
  try {
    return { exists: true, data: v.parse(schema, v.parse(Fields, fields)), ...times };
  } catch (cause) {
    throw new UserDocumentError("malformed-document", causeOf(cause));
  }
};

/**
 * How fresh the shown document can be: `connecting` at first and after a pause, `live` while every change arrives,
 * `reconnecting` while the stream is down, `paused` while the page is hidden or suspended, or after a refusal.
 */
export type Connection = "connecting" | "live" | "reconnecting" | "paused";

/** A watcher's state. A transient error accompanies the shown document; a permanent one replaces it. */
export type WatchState<T> =
  | { readonly status: "loading"; readonly connection: Connection; readonly error?: UserDocumentError }
  | {
      readonly status: "ready";
      readonly snapshot: Snapshot<T>;
      readonly connection: Connection;
      readonly error?: UserDocumentError;
    }
  /** Refused permanently, or stored in a form that the schema does not accept. */
  | { readonly status: "failed"; readonly connection: Connection; readonly error: UserDocumentError };

const connectionOf = ({ phase, isCurrent, trouble }: StreamState): Connection => {
  if (phase === "paused" || phase === "failed") return "paused";
  if (isCurrent) return "live";
  return trouble ? "reconnecting" : "connecting";
};

/** The shown document: the newest response, decoded. */
export const createView = <T>(schema: v.GenericSchema<unknown, T>) => {
  let snapshot: Snapshot<T> | undefined;
  let malformed: UserDocumentError | undefined;
  let shown: ServerState | undefined;
  let revision = 0;

  return {
    /** Takes a response of the server; returns whether it differs from what was shown. */
    show: (next: ServerState): boolean => {
      // The read and the stream may overtake each other; the server's own time decides which one is newer.
      if (shown && sortableTime(next.readTime) < sortableTime(shown.readTime)) return false;
      const isKnown = shown && shown.found?.updateTime === next.found?.updateTime;
      shown = next;
      if (isKnown) return false;
      revision += 1;
      try {
        snapshot = decodeSnapshot(schema, next.found);
        malformed = undefined;
      } catch (cause) {
        malformed = toUserDocumentError(cause);
      }
      return true;
    },
    forget: () => {
      shown = snapshot = malformed = undefined;
    },
    stateFor: (stream: StreamState): WatchState<T> => {
      const { trouble, refusal = malformed } = stream;
      const connection = connectionOf(stream);
      if (refusal) return { status: "failed", connection, error: refusal };
      const common = { connection, ...(trouble && { error: trouble }) };
      return snapshot ? { status: "ready", snapshot, ...common } : { status: "loading", ...common };
    },
    /** A key that is equal for states that look the same to a watcher. */
    keyFor: (stream: StreamState): string =>
      [connectionOf(stream), stream.trouble?.code, stream.refusal?.code, revision, !snapshot].join(),
  };
};
