import type * as v from "valibot";
import type { Environment } from "./environment.ts";
import { asUserDocumentError, type UserDocumentError } from "./errors.ts";
import type { PageEvent } from "./page.ts";
import { readDocument } from "./rest.ts";
import { decodeSnapshot, type Snapshot } from "./snapshot.ts";
import { createStream } from "./stream.ts";
import type { ServerState } from "./target.ts";
import { sortableTime } from "./wire.ts";

/** A stream outlives its last watcher by this much: React mounts twice, and pages hand over to one another. */
const LINGER_MS = 5_000;
/** A page hidden for this long stops listening, and catches up when it is looked at. */
const HIDDEN_MS = 60_000;

/**
 * How fresh what is shown can be: `connecting` at first and after a pause, `live` when every change arrives,
 * `reconnecting` while the line is down, `paused` while the page is hidden or suspended, or after a refusal.
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

/** Joins the REST read and the stream into one ordered state, for any number of watchers. */
export const createWatch = <T>(
  env: Environment,
  schema: v.GenericSchema<unknown, T>,
  disposed: AbortSignal,
) => {
  const listeners = new Set<WatchListener<T>>();
  let connection: Connection = "connecting";
  let state: WatchState<T>;
  let snapshot: Snapshot<T> | undefined;
  let trouble: UserDocumentError | undefined;
  let refusal: UserDocumentError | undefined;
  /** What is shown, as the server stores it and as of when. */
  let shown: ServerState | undefined;
  let isRunning = false;
  let isPaused = false;
  let isReading = false;
  let lingering: unknown;
  let hiding: unknown;
  let unsubscribe = () => {};

  const publish = () => {
    const line = { connection, ...(trouble && { error: trouble }) };
    if (refusal) state = { status: "failed", connection, error: refusal };
    else state = snapshot ? { status: "ready", snapshot, ...line } : { status: "loading", ...line };
    // One watcher's fault is not the others', and no reason to call the server again: it is thrown apart.
    for (const listener of [...listeners])
      try {
        listener(state);
      } catch (error) {
        env.setTimeout(() => {
          throw error;
        }, 0);
      }
  };

  publish();

  const show = (next: ServerState) => {
    // The read and the stream overtake each other; the server's own time decides which one is newer.
    if (shown && sortableTime(next.readTime) < sortableTime(shown.readTime)) return;
    const isKnown = shown && shown.found?.updateTime === next.found?.updateTime;
    shown = next;
    if (isKnown) return;
    try {
      snapshot = decodeSnapshot(schema, next.found);
      refusal = undefined;
    } catch (cause) {
      refusal = asUserDocumentError(cause);
    }
    publish();
  };

  const setLine = (next: Connection, error?: UserDocumentError) => {
    if (connection === next && trouble?.code === error?.code) return;
    connection = next;
    trouble = error;
    publish();
  };

  const fail = (error: UserDocumentError) => {
    end();
    refusal = error;
    setLine("paused", error);
  };

  /** The read that needs no stream: at first, and whenever somebody looks while the stream is down. */
  const read = async () => {
    if (isReading || !isRunning || connection === "live") return;
    isReading = true;
    try {
      const answer = await readDocument(env, disposed);
      if (isRunning) show(answer);
    } catch (cause) {
      const error = asUserDocumentError(cause);
      if (isRunning && error.isPermanent) fail(error);
      else if (isRunning && !shown) setLine(connection, error);
    }
    isReading = false;
  };

  const [startStream, stopStream, wakeStream] = createStream(
    env,
    () => {
      // The stream may be what a network forbids: until something is shown, each attempt reads as well.
      if (!shown) void read();
    },
    show,
    (error) => setLine(error ? "reconnecting" : "live", error),
    fail,
  );

  const pause = () => {
    if (isPaused) return;
    isPaused = true;
    stopStream();
    setLine("paused");
  };
  const pauseIfStillHidden = () => {
    if (!env.page.isVisible()) hiding = env.setTimeout(pause, HIDDEN_MS);
  };
  const retry = () => {
    void read();
    wakeStream();
  };
  const onPage = (event: PageEvent) => {
    env.clearTimeout(hiding);
    if (event === "pagehide") return pause();
    if (!env.page.isVisible()) {
      if (!isPaused) pauseIfStillHidden();
    } else if (isPaused) {
      isPaused = false;
      setLine("connecting");
      void read();
      startStream();
    }
    // Online or offline, what is open may be dead without knowing; one request tells.
    else if (event === "online" || event === "offline" || connection === "reconnecting") retry();
  };

  const begin = () => {
    env.clearTimeout(lingering);
    if (isRunning) return;
    isRunning = true;
    isPaused = false;
    connection = "connecting";
    snapshot = trouble = refusal = undefined;
    publish();
    unsubscribe = env.page.subscribe(onPage);
    pauseIfStillHidden();
    startStream();
  };
  const end = () => {
    isRunning = false;
    shown = undefined;
    env.clearTimeout(hiding);
    env.clearTimeout(lingering);
    unsubscribe();
    stopStream();
  };
  disposed.addEventListener("abort", () => {
    listeners.clear();
    end();
  });

  return {
    getState: () => state,
    watch: (listener: WatchListener<T>): (() => void) => {
      // Wrapped, so that one function watching twice is two watchers.
      const watcher: WatchListener<T> = (next) => listener(next);
      begin();
      listeners.add(watcher);
      listener(state);
      return () => {
        if (listeners.delete(watcher) && !listeners.size && isRunning)
          lingering = env.setTimeout(end, LINGER_MS);
      };
    },
    retryNow: () => {
      if (isRunning) retry();
      else if (listeners.size) begin();
    },
    tokenChanged: wakeStream,
    /** Where no stream tells of a write that has just succeeded, a read does. */
    written: read,
  };
};
