import type { Timers } from "../../core/clock.ts";

type NumberedArray = [id: number, payload: unknown[]];

/** WebChannel's framing: the length in UTF-16 code units (JavaScript's `length`), a line feed, and the JSON. */
export const frameContent = (content: unknown): string => {
  const text = JSON.stringify(content);
  return `${text.length}\n${text}`;
};

/** The agreed interval: the server sends a keep-alive this often. */
const KEEP_ALIVE_MS = 30_000;
const LONG_POLL_MS = 30_000;
/** A session without a listener for this long is dropped. */
const ABANDONED_MS = 60_000;

type BackChannel = { longPolling: boolean; timeoutMs: number | undefined; signal: AbortSignal };

/** The service behind a session: it gets each of the client's messages once, in order. */
export type Service = { receive(message: unknown): void; close(): void };

/** What a service sends to its client. */
export type Outgoing = {
  send(message: unknown): void;
  /** Tells the client that the session ends, and ends it. */
  finish(): void;
};

/**
 * The server's end of one WebChannel session (protocol 8).
 * @param timers in real time instead of the virtual clock's, because proxies and clients measure silence in real time
 */
export function createSession(
  id: string,
  { setTimeout, clearTimeout }: Timers,
  serve: (session: Outgoing) => Service,
  onEnded: (id: string) => void,
) {
  const encoder = new TextEncoder();
  const early = new Map<number, unknown>();
  let unacknowledged: NumberedArray[] = [];
  let lastArrayId = -1;
  let nextMessage = 0;
  let ended = false;
  let finishing = false;
  let open: { write(arrays: NumberedArray[]): void; close(): void } | undefined;
  let keepAlive: unknown;
  let abandoned: unknown;

  const pushArray = (payload: unknown[]) => {
    if (ended) return;
    lastArrayId += 1;
    const array: NumberedArray = [lastArrayId, payload];
    unacknowledged.push(array);
    open?.write([array]);
  };
  const dropUnlessReattached = () => {
    clearTimeout(abandoned);
    abandoned = setTimeout(() => endSession(), ABANDONED_MS);
  };
  const detachBackChannel = () => {
    clearTimeout(keepAlive);
    const closing = open;
    open = undefined;
    closing?.close();
    if (!ended) dropUnlessReattached();
  };
  const scheduleKeepAlive = (ms: number, thenDetach: boolean) => {
    clearTimeout(keepAlive);
    keepAlive = setTimeout(() => {
      pushArray(["noop"]);
      if (thenDetach) detachBackChannel();
      else scheduleKeepAlive(ms, false);
    }, ms);
  };

  const endSession = () => {
    if (ended) return;
    ended = true;
    detachBackChannel();
    clearTimeout(abandoned);
    service.close();
    onEnded(id);
  };

  const session = {
    id,
    send: (message: unknown) => pushArray([message]),
    /** The client's messages, numbered from `first`; drops repeats and waits for gaps. */
    accept: (first: number, messages: readonly unknown[]) => {
      for (const [index, message] of messages.entries())
        if (first + index >= nextMessage) early.set(first + index, message);
      while (early.has(nextMessage) && !ended && !finishing) {
        const message = early.get(nextMessage);
        early.delete(nextMessage);
        nextMessage += 1;
        service.receive(message);
      }
    },
    acknowledge: (arrayId: number) => {
      unacknowledged = unacknowledged.filter(([number]) => number > arrayId);
    },
    /** A new hanging response; it replaces the previous one. */
    attach: ({ longPolling, timeoutMs, signal }: BackChannel): ReadableStream<Uint8Array> => {
      detachBackChannel();
      clearTimeout(abandoned);
      let mine: typeof open;
      const endOwnBackChannel = () => {
        if (open === mine) detachBackChannel();
      };
      return new ReadableStream<Uint8Array>({
        start: (controller) => {
          const writeArrays = (arrays: NumberedArray[]) => {
            try {
              controller.enqueue(encoder.encode(frameContent(arrays)));
            } catch {
              // The client has just disconnected; pending data waits for its next request.
              return endOwnBackChannel();
            }
            // A buffering proxy forwards only complete responses, so each response ends after its data.
            if (longPolling && arrays.some(([, [first]]) => first !== "noop"))
              queueMicrotask(endOwnBackChannel);
          };
          const closeBackChannel = () => {
            signal.removeEventListener("abort", endOwnBackChannel);
            try {
              controller.close();
            } catch {
              // The client has canceled the stream, so it is already closed.
            }
          };
          open = mine = { write: writeArrays, close: closeBackChannel };
          signal.addEventListener("abort", endOwnBackChannel);
          if (signal.aborted) return endOwnBackChannel();
          scheduleKeepAlive(longPolling ? (timeoutMs ?? LONG_POLL_MS) : KEEP_ALIVE_MS, longPolling);
          // Send something immediately, so that the client sees whether anything buffers the response.
          if (unacknowledged.length > 0) writeArrays(unacknowledged);
          else pushArray(["noop"]);
          if (finishing) endSession();
        },
        cancel: endOwnBackChannel,
      });
    },
    /** The response to a POST: whether a back channel exists, the last array sent, unacknowledged bytes. */
    status: () => [open ? 1 : 0, lastArrayId, frameContent(unacknowledged).length],
    finish: () => {
      if (finishing) return;
      pushArray(["close"]);
      finishing = true;
      // Without a listener, the last message waits for the next request.
      if (open) endSession();
    },
    /** Ends the session silently, like a restarting server. */
    end: endSession,
  };
  pushArray(["c", id, "", 8, 12, KEEP_ALIVE_MS]);
  const service = serve(session);
  dropUnlessReattached();
  return session;
}
export type Session = ReturnType<typeof createSession>;
