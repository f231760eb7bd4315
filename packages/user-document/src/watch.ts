import * as v from "valibot";
import { createChannel } from "./channel.ts";
import { asUserDocumentError, UserDocumentError } from "./errors.ts";
import type { PageEvent } from "./page.ts";
import type { Platform } from "./platform.ts";
import type { Place, Rest } from "./rest.ts";
import { createStream } from "./stream.ts";
import type { ServerState } from "./target.ts";
import { Fields } from "./values.ts";
import type { Connection, Snapshot, WatchListener, WatchState } from "./watch-state.ts";
import { sortableTime, type WireDocument } from "./wire.ts";

/** A stream outlives its last watcher by this much: React mounts twice, and pages hand over to one another. */
const LINGER_MS = 5_000;
/** A page hidden for this long stops listening, and catches up when it is looked at. */
const HIDDEN_MS = 60_000;

/** Turns what the server stores into what the caller's schema promises. */
export const decodeSnapshot = <T>(
  schema: v.GenericSchema<unknown, T>,
  document: WireDocument | null,
): Snapshot<T> => {
  if (!document) return { exists: false };
  const fields = v.safeParse(Fields, document.fields);
  const data = fields.success ? v.safeParse(schema, fields.output) : fields;
  if (!data.success) throw new UserDocumentError("read", "malformed-document");
  const { createTime, updateTime } = document;
  return { exists: true, data: data.output, createTime, updateTime };
};

/** Joins the REST read and the stream into one ordered state, for any number of watchers. */
export const createWatch = <T>(
  platform: Platform,
  place: Place,
  rest: Rest,
  schema: v.GenericSchema<unknown, T>,
) => {
  const listeners = new Set<WatchListener<T>>();
  let state: WatchState<T> = { status: "loading", connection: "connecting" };
  /** What is shown, as the server stores it and as of when. */
  let shown: ServerState | undefined;
  let running = false;
  let paused = false;
  let reading = false;
  let lingering: unknown;
  let hiding: unknown;
  let unsubscribePage = () => {};

  const tell = (next: WatchState<T>) => {
    state = next;
    for (const listener of [...listeners]) {
      // One watcher's fault is not the others', and no reason to call the server again.
      try {
        listener(state);
      } catch (error) {
        platform.reportError(error);
      }
    }
  };

  const show = ({ document, readTime }: ServerState) => {
    // The read and the stream overtake each other; the server's own time decides which one is newer.
    if (shown && sortableTime(readTime) < sortableTime(shown.readTime)) return;
    const isKnown = shown !== undefined && shown.document?.updateTime === document?.updateTime;
    shown = { document, readTime };
    if (isKnown && state.status !== "loading") return;
    try {
      tell({
        status: "ready",
        snapshot: decodeSnapshot(schema, document),
        connection: state.connection,
        ...(state.connection !== "live" &&
          state.status !== "failed" &&
          state.error && { error: state.error }),
      });
    } catch (error) {
      tell({ status: "failed", connection: state.connection, error: asUserDocumentError("read", error) });
    }
  };

  const setConnection = (connection: Connection, error?: UserDocumentError) => {
    if (state.connection === connection && (state.status === "failed" || state.error?.code === error?.code))
      return;
    if (state.status === "failed") tell({ ...state, connection });
    else {
      const { error: _, ...rest } = state;
      tell({ ...rest, connection, ...(error && { error }) });
    }
  };

  const fail = (error: UserDocumentError) => {
    end();
    // What was shown is not shown again by mistake when a later attempt brings the same version.
    shown = undefined;
    tell({ status: "failed", connection: "paused", error });
  };

  /** The read that needs no stream: at first, and whenever somebody looks while the stream is down. */
  const readNow = async () => {
    if (reading) return;
    reading = true;
    try {
      const answer = await rest.read();
      if (running) show(answer);
    } catch (cause) {
      const error = asUserDocumentError("read", cause);
      if (running && error.isPermanent) fail(error);
      else if (running && state.connection !== "live") setConnection(state.connection, error);
    } finally {
      reading = false;
    }
  };
  const readUnlessLive = () => {
    if (state.connection !== "live") void readNow();
  };

  const stream = createStream(platform, place, createChannel(platform, place), {
    onState: show,
    onLive: () => setConnection("live"),
    // The stream may be what a network forbids: until something is shown, each attempt reads as well.
    onAttempt: () => {
      if (!shown) void readNow();
    },
    onTrouble: (error) => setConnection("reconnecting", error),
    onRefused: fail,
    onWoke: () => void readNow(),
  });

  const stayAwake = () => platform.clearTimeout(hiding);
  const pauseLater = () => {
    stayAwake();
    hiding = platform.setTimeout(pause, HIDDEN_MS);
  };
  const pause = () => {
    if (paused) return;
    paused = true;
    stayAwake();
    stream.stop();
    setConnection("paused");
  };
  const goOn = () => {
    stayAwake();
    if (!paused) return;
    paused = false;
    setConnection(shown ? "reconnecting" : "connecting");
    if (shown) void readNow();
    stream.start();
  };
  const onPage = (event: PageEvent) => {
    if (event === "suspended") pause();
    else if (event === "hidden") {
      if (!paused) pauseLater();
    } else if (event === "online" || event === "offline") {
      if (paused) return;
      readUnlessLive();
      // Either way what is open may be dead without knowing; one request tells.
      stream.wake();
    } else if (platform.page.isVisible()) {
      if (!paused && state.connection === "reconnecting") {
        readUnlessLive();
        stream.wake();
      }
      goOn();
    }
  };

  const begin = () => {
    platform.clearTimeout(lingering);
    if (running) return;
    running = true;
    paused = false;
    state = { status: "loading", connection: "connecting" };
    unsubscribePage = platform.page.subscribe(onPage);
    if (!platform.page.isVisible()) pauseLater();
    stream.start();
  };
  const end = () => {
    running = false;
    shown = undefined;
    stayAwake();
    platform.clearTimeout(lingering);
    unsubscribePage();
    stream.stop();
  };

  return {
    getState: () => state,
    watch: (listener: WatchListener<T>): (() => void) => {
      // Wrapped, so that one function watching twice is two watchers.
      const watcher: WatchListener<T> = (next) => listener(next);
      listeners.add(watcher);
      begin();
      listener(state);
      return () => {
        if (listeners.delete(watcher) && listeners.size === 0 && running)
          lingering = platform.setTimeout(end, LINGER_MS);
      };
    },
    /** Skips the waiting, and begins again after a permanent refusal. */
    retryNow: () => {
      if (listeners.size === 0) return;
      if (!running) {
        begin();
        tell(state);
      } else {
        readUnlessLive();
        stream.wake();
      }
    },
    tokenChanged: () => stream.wake(),
    /** A write has succeeded; where no stream will tell of it, a read does. */
    written: () => {
      if (running) readUnlessLive();
    },
    dispose: () => {
      listeners.clear();
      end();
    },
  };
};
