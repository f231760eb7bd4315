import * as v from "valibot";
import { type Authorization, databaseOf, type Environment, withDeadline } from "./environment.ts";
import { UserDocumentError } from "./errors.ts";
import { parseRefusal } from "./rest.ts";
import { NumberedArrays, SessionOpened } from "./wire.ts";

/** A server may never answer a handshake: Google's emulator does so with a malformed token. */
const HANDSHAKE_DEADLINE_MS = 10_000;

/** One WebChannel session and its progress. */
export type Session = {
  readonly authorization: Authorization;
  readonly keepAliveMs: number;
  /** The parameters of every later request of the session; RID is the number of its next POST. */
  readonly query: { readonly SID: string; readonly RID: string; readonly gsessionid?: string };
  /** The number of the last array received; arrays up to it are repeats. */
  seen: number;
};

/** One request of WebChannel (protocol 8), to the configured server: the host prefix of a handshake is ignored. */
const sendRequest = (
  env: Environment,
  query: Record<string, string>,
  init: RequestInit,
  send = env.fetch,
): Promise<Response> => {
  const parameters = new URLSearchParams({ VER: "8", database: databaseOf(env), ...query });
  return send(`${env.url}/google.firestore.v1.Firestore/Listen/channel?${parameters}`, init);
};

/** Parses WebChannel's framing: a length, a line feed, that much JSON, repeated, split anywhere. Throws otherwise. */
export const createFrameReader = (): ((text: string) => unknown[]) => {
  let rest = "";
  return (text) => {
    rest += text;
    const frames: unknown[] = [];
    for (;;) {
      const start = rest.indexOf("\n") + 1;
      const end = start + Number(rest.slice(0, start));
      // An invalid length makes `end` NaN and the comparison false; JSON.parse then throws.
      if (!start || rest.length < end) return frames;
      frames.push(JSON.parse(rest.slice(start, end)));
      rest = rest.slice(end);
    }
  };
};

/** `URLSearchParams` sets a content type that keeps the request "simple": it needs no CORS preflight. */
export const openSession = (
  env: Environment,
  authorization: Authorization,
  message: unknown,
  outer: AbortSignal,
): Promise<Session> =>
  withDeadline(env, HANDSHAKE_DEADLINE_MS, outer, async (signal) => {
    const body = new URLSearchParams({
      count: "1",
      ofs: "0",
      req0___data__: JSON.stringify(message),
    });
    const rid = Math.floor(env.random() * 100_000);
    const query = { RID: `${rid}`, CVER: "22", "X-HTTP-Session-Id": "gsessionid" };
    const response = await sendRequest(env, query, { method: "POST", body, signal }, authorization.fetch);
    const text = await response.text();
    if (!response.ok) throw parseRefusal(JSON.parse(text));
    const [[, opened]] = v.parse(
      v.tuple([v.tuple([v.number(), SessionOpened])]),
      createFrameReader()(text)[0],
    );
    const gsessionid = response.headers.get("X-HTTP-Session-Id");
    return {
      authorization,
      keepAliveMs: opened[5],
      query: { SID: opened[1], RID: `${rid + 1}`, ...(gsessionid && { gsessionid }) },
      seen: 0,
    };
  });

const lostSessionError = () => new UserDocumentError("unavailable");

/** Passes on the messages of a frame that are no repeats. Throws where the server ends the session. */
const deliverFrame = (frame: unknown, session: Session, onMessage: (message: unknown) => void): void => {
  for (const [id, [word, ...more]] of v.parse(NumberedArrays, frame)) {
    if (id <= session.seen) continue;
    session.seen = id;
    if (word === "stop" || word === "close") throw lostSessionError();
    // An error is nested in one array more than a message.
    if (word !== "noop") for (const message of [word, ...more].flat()) onMessage(message);
  }
};

/** The options of one hanging GET, and its listeners: one for any bytes, and one for each message, once per session. */
export type Reception = {
  isLongPolling: boolean;
  signal: AbortSignal;
  onBytes(): void;
  onMessage(message: unknown): void;
};

/** One hanging GET. Rejects when the session is lost, or only the connection (`network-failed`). */
export const receiveMessages = async (env: Environment, session: Session, reception: Reception) => {
  const { isLongPolling, signal, onBytes, onMessage } = reception;
  const query = {
    ...session.query,
    AID: `${session.seen}`,
    RID: "rpc",
    TYPE: "xmlhttp",
    CI: `${Number(isLongPolling)}`,
  };
  const { ok, body } = await sendRequest(env, query, { cache: "no-store", signal });
  const readFrames = createFrameReader();
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  const cancelReader = () => void reader?.cancel().catch(() => {});
  signal.addEventListener("abort", cancelReader);
  try {
    for (;;) {
      const chunk = ok && (await reader?.read());
      if (!chunk) throw lostSessionError();
      if (chunk.done) return;
      onBytes();
      for (const frame of readFrames(decoder.decode(chunk.value, { stream: true })))
        deliverFrame(frame, session, onMessage);
    }
  } finally {
    cancelReader();
  }
};

/** Ends a WebChannel session. Failures are ignored, because the server drops silent sessions by itself. */
export const terminateSession = (env: Environment, { query }: Session): void => {
  // `keepalive` lets the request outlive the page. The response is not read.
  sendRequest(env, { ...query, TYPE: "terminate" }, { method: "POST", keepalive: true }).catch(() => {});
};
