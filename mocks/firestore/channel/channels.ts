import * as v from "valibot";
import type { Clock } from "../../core/clock.ts";
import type { Random } from "../../core/random.ts";
import { isShallow } from "../../http/body.ts";
import { authenticateCaller, type Caller, type VerifyIdToken } from "../access/rules.ts";
import { FirestoreError, invalidArgument } from "../documents/errors.ts";
import type { Store } from "../documents/store.ts";
import { createListenService, createWriteService } from "./methods.ts";
import { createSession, frameContent, type Service, type Session, type Timers } from "./session.ts";

/** The content of a client's POST: header lines for the session, and numbered messages. */
type Forwarded = { headers: Headers; first: number; messages: unknown[] };

const Counter = v.pipe(v.string(), v.digits(), v.transform(Number), v.maxValue(2 ** 31));
const MAX_MESSAGES = 1000;

/** Header lines, `Name:Value` each, from a body or from the URL of an older client. */
const readHeaders = (block: string | null, headers: Headers) => {
  for (const line of (block ?? "").split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon < 1) continue;
    try {
      headers.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
    } catch {
      throw invalidArgument("A header line of the handshake cannot be read.");
    }
  }
};

const parseMessage = (text: string): unknown => {
  try {
    const json: unknown = JSON.parse(text);
    if (isShallow(json)) return json;
  } catch {
    // The text is not JSON, so it is refused below.
  }
  throw invalidArgument("A message is not JSON, or nested too deep.");
};

/**
 * Reads the body of a forward request: `headers=…&count=1&ofs=0&req0___data__=…`.
 * @throws {FirestoreError} INVALID_ARGUMENT
 */
const readForwarded = (request: Request, query: URLSearchParams, body: string): Forwarded => {
  const form = new URLSearchParams(body);
  const headers = new Headers();
  const authorization = request.headers.get("authorization");
  if (authorization !== null) headers.set("authorization", authorization);
  readHeaders(query.get("$httpHeaders"), headers);
  readHeaders(form.get("headers"), headers);

  const count = v.safeParse(Counter, form.get("count") ?? "0");
  const first = v.safeParse(Counter, form.get("ofs") ?? "0");
  if (!count.success || !first.success || count.output > MAX_MESSAGES)
    throw invalidArgument("Bad count or offset.");
  const messages = Array.from({ length: count.output }, (_, index) =>
    parseMessage(form.get(`req${index}___data__`) ?? ""),
  );
  return { headers, first: first.output, messages };
};

export type Method = "Listen" | "Write";

/** The longest delay of a timer. For a later expiry, the timer starts again. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const TEXT = { "content-type": "text/plain; charset=utf-8" };
const CHANNEL_HEADERS = {
  "access-control-allow-credentials": "true",
  "access-control-expose-headers": "X-HTTP-Session-Id, X-Client-Wire-Protocol, X-HTTP-Initial-Response",
  "cache-control": "private, max-age=0, no-store",
  // Some proxies do not buffer a response with this header. Behind the others, clients need long polling.
  "x-accel-buffering": "no",
};

const createChannelResponse = (body: BodyInit | null, status = 200, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { ...TEXT, ...CHANNEL_HEADERS, ...headers } });

export type ChannelParts = {
  clock: Pick<Clock, "now" | "subscribe">;
  random: Pick<Random, "code">;
  verifyIdToken: VerifyIdToken;
  timers: Timers;
};

export function createChannels(store: Store, { clock, random, verifyIdToken, timers }: ChannelParts) {
  const sessions = new Map<string, Session>();
  const uids = new Map<string, string>();

  /** Production ends a stream when its token expires. */
  const endSessionAtExpiry = (caller: Caller, session: Session): (() => void) => {
    const expiresAt = caller.type === "person" ? caller.expiresAt : undefined;
    if (expiresAt === undefined) return () => {};
    let timer: unknown;
    const checkExpiry = () => {
      timers.clearTimeout(timer);
      const left = expiresAt - clock.now();
      if (left > 0) timer = timers.setTimeout(checkExpiry, Math.min(left, MAX_TIMER_MS));
      else failSession(session, new FirestoreError("UNAUTHENTICATED", "The ID token has expired."));
    };
    const unsubscribe = clock.subscribe(checkExpiry);
    checkExpiry();
    return () => {
      timers.clearTimeout(timer);
      unsubscribe();
    };
  };

  /** An error is the last message of a stream. */
  const failSession = (session: Session, error: FirestoreError) => {
    session.send({ error: { ...error.toJSON().error, message: `${error.status}: ${error.message}` } });
    session.finish();
  };

  const endOnError = (session: Session, service: Service, release: () => void): Service => ({
    receive: (message) => {
      try {
        service.receive(message);
      } catch (error) {
        if (!(error instanceof FirestoreError)) throw error;
        failSession(session, error);
      }
    },
    close: () => {
      release();
      service.close();
    },
  });

  const answerHandshake = async (method: Method, request: Request, query: URLSearchParams, body: string) => {
    const { headers, first, messages } = readForwarded(request, query, body);
    const caller = await authenticateCaller(headers.get("authorization"), verifyIdToken).catch(
      (error: unknown) => {
        if (error instanceof FirestoreError) return error;
        throw error;
      },
    );
    const session = createSession(
      random.code(22),
      timers,
      (created) => {
        if (caller instanceof FirestoreError)
          return { receive: () => failSession(created, caller), close: () => {} };
        const service =
          method === "Listen"
            ? createListenService(store, caller, created)
            : createWriteService(store, caller, created, () => clock.now());
        return endOnError(created, service, endSessionAtExpiry(caller, created));
      },
      (id) => {
        sessions.delete(id);
        uids.delete(id);
      },
    );
    sessions.set(session.id, session);
    if ("type" in caller && caller.type === "person") uids.set(session.id, caller.uid);
    const opened = frameContent([[0, ["c", session.id, "", 8, 12, 30_000]]]);
    session.acknowledge(0);
    // Accept the messages after the response is built, because their results belong on the back channel.
    session.accept(first, messages);
    return createChannelResponse(opened, 200, { "x-http-session-id": random.code(16) });
  };

  /** Google's emulator answers 400 with an empty body for an unknown session. */
  const unknownSessionResponse = () => createChannelResponse("", 400);

  return {
    handle: async (method: Method, request: Request): Promise<Response> => {
      const query = new URL(request.url).searchParams;
      const sessionId = query.get("SID");
      if (request.method === "POST" && sessionId === null)
        return answerHandshake(method, request, query, await request.text());
      const session = sessions.get(sessionId ?? "");
      if (!session) return unknownSessionResponse();
      const acknowledged = Number(query.get("AID"));
      if (query.get("TYPE") === "terminate") {
        session.end();
        return createChannelResponse("");
      }
      if (Number.isInteger(acknowledged) && query.has("AID")) session.acknowledge(acknowledged);
      if (request.method === "POST") {
        const { first, messages } = readForwarded(request, query, await request.text());
        session.accept(first, messages);
        return createChannelResponse(frameContent(session.status()));
      }
      const timeoutMs = Number(query.get("TO")) || undefined;
      return createChannelResponse(
        session.attach({ longPolling: query.get("CI") === "1", timeoutMs, signal: request.signal }),
      );
    },
    /** Drops every session silently, like a restarting server. */
    endAll: () => {
      for (const session of [...sessions.values()]) session.end();
    },
    count: () => sessions.size,
    /** The user of the session that a request continues. */
    uidOf: (request: Request) => uids.get(new URL(request.url).searchParams.get("SID") ?? ""),
  };
}
