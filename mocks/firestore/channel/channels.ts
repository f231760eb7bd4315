import * as v from "valibot";
import { type Clock, type Timers, waitForTime } from "../../core/clock.ts";
import type { Random } from "../../core/random.ts";
import { parseShallowJson, readText } from "../../http/body.ts";
import { routedMethodOf } from "../../http/origins.ts";
import {
  authenticateCaller,
  type Caller,
  type Credentials,
  parseCredentials,
  type VerifyIdToken,
} from "../access/rules.ts";
import { FirestoreError, invalidArgument } from "../documents/errors.ts";
import { createListenService, createWriteService, type Documents } from "./methods.ts";
import { createSession, frameContent, type Outgoing, type Service, type Session } from "./session.ts";

/** The content of a client's POST: header lines for the session, and numbered messages. */
type Forwarded = { headers: Headers; first: number; messages: unknown[] };

export type Operation = {
  /** `documents:commit`, `documents:listen-receive`: the name in failure scripts and the log. */
  endpoint: string;
  /** For a channel, those of the handshake. An administrator's calls are refused to untrusted origins. */
  credentials: Credentials;
  /** The headers with the token of App Check, if this request has to have one. */
  appCheck?: Headers;
  run(): Promise<Response>;
};

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

/** Google's limit for a request to Firestore. */
const MAX_BODY_BYTES = 11 * 1024 * 1024;

/** Reads a body. @throws {FirestoreError} INVALID_ARGUMENT if it is too long */
export const readBody = (request: Request): Promise<string> =>
  readText(request, MAX_BODY_BYTES, invalidArgument);

const parseMessage = (text: string): unknown => {
  const message = parseShallowJson(text);
  if (message === undefined) throw invalidArgument("A message is not JSON, or nested too deep.");
  return message;
};

/**
 * Reads a forward request: `headers=…&count=1&ofs=0&req0___data__=…`.
 * @throws {FirestoreError} INVALID_ARGUMENT
 */
const readForwarded = async (request: Request): Promise<Forwarded> => {
  const query = new URL(request.url).searchParams;
  const form = new URLSearchParams(await readBody(request));
  const headers = new Headers();
  for (const name of ["authorization", "x-firebase-appcheck"]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
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

export function createChannels(documents: Documents, { clock, random, verifyIdToken, timers }: ChannelParts) {
  const sessions = new Map<string, { session: Session; credentials: Credentials }>();

  /** The service of a session. A caller who cannot be authenticated gets the error as the first answer. */
  const createService = (method: Method, caller: Caller | FirestoreError, session: Outgoing): Service => {
    /** An error is the last message of a stream. */
    const endWithError = (error: unknown) => {
      if (!(error instanceof FirestoreError)) throw error;
      session.send({ error: { ...error.toJSON().error, message: `${error.status}: ${error.message}` } });
      session.finish();
    };
    if (caller instanceof FirestoreError) return { receive: () => endWithError(caller), close: () => {} };
    const service =
      method === "Listen"
        ? createListenService(documents, caller, session)
        : createWriteService(documents, caller, session, () => clock.now());
    // Production ends a stream when its token expires.
    const onExpiry = () => endWithError(new FirestoreError("UNAUTHENTICATED", "The ID token has expired."));
    const expiresAt = caller.type === "person" ? caller.expiresAt : undefined;
    const stopWaiting = expiresAt === undefined ? undefined : waitForTime(clock, expiresAt, onExpiry, timers);
    return {
      receive: (message) => {
        try {
          service.receive(message);
        } catch (error) {
          endWithError(error);
        }
      },
      close: () => {
        stopWaiting?.();
        service.close();
      },
    };
  };

  const answerHandshake = async (method: Method, credentials: Credentials, forwarded: Forwarded) => {
    const { first, messages } = forwarded;
    const caller = await authenticateCaller(credentials, verifyIdToken).catch((error: unknown) => {
      if (error instanceof FirestoreError) return error;
      throw error;
    });
    const session = createSession(
      random.code(22),
      timers,
      (created) => createService(method, caller, created),
      (id) => sessions.delete(id),
    );
    sessions.set(session.id, { session, credentials });
    const opened = frameContent([[0, ["c", session.id, "", 8, 12, 30_000]]]);
    session.acknowledge(0);
    // Accept the messages after the response is built, because their results belong on the back channel.
    session.accept(first, messages);
    return createChannelResponse(opened, 200, { "x-http-session-id": random.code(16) });
  };

  const continueSession = async (session: Session, query: URLSearchParams, request: Request) => {
    const acknowledged = Number(query.get("AID"));
    if (query.get("TYPE") === "terminate") {
      session.end();
      return createChannelResponse("");
    }
    if (Number.isInteger(acknowledged) && query.has("AID")) session.acknowledge(acknowledged);
    if (request.method === "POST") {
      const { first, messages } = await readForwarded(request);
      session.accept(first, messages);
      return createChannelResponse(frameContent(session.status()));
    }
    const timeoutMs = Number(query.get("TO")) || undefined;
    return createChannelResponse(
      session.attach({ longPolling: query.get("CI") === "1", timeoutMs, signal: request.signal }),
    );
  };

  return {
    /**
     * Parses a request, once: the guard decides on the credentials that the session will use.
     * @throws {FirestoreError} INVALID_ARGUMENT
     */
    parse: async (method: Method, request: Request): Promise<Operation> => {
      const endpoint = `documents:${method.toLowerCase()}`;
      const query = new URL(request.url).searchParams;
      const sessionId = query.get("SID");
      const isForward = routedMethodOf(request) === "POST";
      if (isForward && sessionId === null) {
        const forwarded = await readForwarded(request);
        const credentials = parseCredentials(forwarded.headers);
        return {
          endpoint,
          credentials,
          appCheck: forwarded.headers,
          run: () => answerHandshake(method, credentials, forwarded),
        };
      }
      const opened = sessions.get(sessionId ?? "");
      return {
        endpoint: `${endpoint}${isForward ? "-send" : "-receive"}`,
        credentials: opened?.credentials ?? { type: "nobody" },
        // Google's emulator answers 400 with an empty body for an unknown session.
        run: async () =>
          opened ? continueSession(opened.session, query, request) : createChannelResponse("", 400),
      };
    },
    /** Drops every session silently, like a restarting server. */
    endAll: () => {
      for (const { session } of [...sessions.values()]) session.end();
    },
    count: () => sessions.size,
  };
}
