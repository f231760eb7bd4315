import * as v from "valibot";
import { asUserDocumentError, UserDocumentError } from "./errors.ts";
import { createFrameReader } from "./frames.ts";
import { type Platform, withDeadline } from "./platform.ts";
import { type Place, refusalOf } from "./rest.ts";
import { NumberedArrays, SessionOpened } from "./wire.ts";

/** A server can leave a handshake unanswered for ever: Google's emulator does so with a malformed token. */
const HANDSHAKE_DEADLINE_MS = 10_000;

/** What the server asks for and what it has sent so far; an id at or below `lastArrayId` is a repeat. */
export type Session = {
  readonly idToken: string;
  readonly sessionId: string;
  readonly stickiness: string | null;
  readonly keepAliveMs: number;
  /** The number of its next POST. */
  readonly nextRid: number;
  lastArrayId: number;
};

/** How one back-channel request ended: orderly, or with a session that the server no longer knows. */
export type ReceiveEnd = "answer-over" | "session-lost";

/** What a request reports while it lasts. */
export type Reception = {
  onBytes(): void;
  /** Messages in order, each exactly once per session. */
  onMessage(message: unknown): void;
};

/**
 * The part of WebChannel (protocol 8) that one fixed target needs: the only message of the client rides on the
 * handshake, so there is no forward channel. Every request goes to the configured server; the host prefix that a
 * handshake answer may name is ignored on purpose.
 */
export const createChannel = (platform: Platform, place: Place) => {
  const address = (parameters: Record<string, string | number | null>) => {
    const query = new URLSearchParams({ VER: "8", database: place.database });
    for (const [name, value] of Object.entries(parameters))
      if (value !== null) query.set(name, String(value));
    query.set("zx", platform.random().toString(36).slice(2));
    return `${place.url}/google.firestore.v1.Firestore/Listen/channel?${query}`;
  };
  const sessionParameters = (session: Session) => ({
    gsessionid: session.stickiness,
    SID: session.sessionId,
    AID: session.lastArrayId,
  });
  const post = (url: string, body: string, init: RequestInit) =>
    // This content type and no other header keep the request "simple": it needs no CORS preflight.
    platform.fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      credentials: "omit",
      body,
      ...init,
    });

  const take = (
    session: Session,
    frame: unknown,
    { onMessage }: Pick<Reception, "onMessage">,
  ): ReceiveEnd => {
    let end: ReceiveEnd = "answer-over";
    for (const [id, array] of v.parse(NumberedArrays, frame)) {
      if (id <= session.lastArrayId) continue;
      session.lastArrayId = id;
      if (array[0] === "stop" || array[0] === "close") end = "session-lost";
      // Errors come in one array more than messages do.
      else if (array[0] !== "noop") for (const message of array.flat()) onMessage(message);
    }
    return end;
  };

  return {
    open: (idToken: string, message: unknown, reception: Reception, outer: AbortSignal): Promise<Session> =>
      withDeadline(platform, HANDSHAKE_DEADLINE_MS, outer, async (signal) => {
        const headers = [
          "Content-Type:text/plain",
          ...(place.apiKey ? [`x-goog-api-key:${place.apiKey}`] : []),
          `Authorization:Bearer ${idToken}`,
        ];
        const body = new URLSearchParams({
          headers: headers.map((line) => `${line}\r\n`).join(""),
          count: "1",
          ofs: "0",
          req0___data__: JSON.stringify(message),
        });
        const rid = Math.floor(platform.random() * 100_000);
        const url = address({ RID: rid, CVER: 22, "X-HTTP-Session-Id": "gsessionid" });
        const response = await post(url, String(body), { signal });
        const text = await response.text();
        if (!response.ok) throw refusalOf("listen", jsonOr(text, null));
        const [[, opened], ...more] = v.parse(
          v.tupleWithRest([v.tuple([v.literal(0), SessionOpened])], v.unknown()),
          createFrameReader()(text).flat(),
        );
        const session = {
          idToken,
          ...opened,
          nextRid: rid + 1,
          stickiness: response.headers.get("X-HTTP-Session-Id"),
          lastArrayId: 0,
        };
        take(session, more, reception);
        return session;
      }),

    /** One hanging GET. Rejects when the connection breaks; the session may then well be alive. */
    receive: async (
      session: Session,
      longPolling: boolean,
      reception: Reception,
      signal: AbortSignal,
    ): Promise<ReceiveEnd> => {
      const url = address({
        ...sessionParameters(session),
        RID: "rpc",
        TYPE: "xmlhttp",
        CI: longPolling ? 1 : 0,
        // Shorter than the 30 s after which many proxies cut an idle answer.
        TO: longPolling ? 25_000 : null,
      });
      const response = await platform.fetch(url, { credentials: "omit", cache: "no-store", signal });
      if (!response.ok || !response.body) {
        await response.body?.cancel();
        return "session-lost";
      }
      const readFrames = createFrameReader();
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      const giveUp = () => void reader.cancel().catch(() => {});
      signal.addEventListener("abort", giveUp);
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) return "answer-over";
          reception.onBytes();
          for (const frame of readFrames(decoder.decode(value, { stream: true })))
            if (take(session, frame, reception) === "session-lost") return "session-lost";
        }
      } catch (cause) {
        // A frame that cannot be read is no broken connection: what follows it is lost, so the session is too.
        if (cause instanceof SyntaxError || v.isValiError(cause)) return "session-lost";
        throw cause;
      } finally {
        signal.removeEventListener("abort", giveUp);
        giveUp();
      }
    },

    /** Ends a session. Its success is nobody's concern: the server forgets silent sessions by itself. */
    terminate: (session: Session): void => {
      const url = address({ ...sessionParameters(session), RID: session.nextRid, TYPE: "terminate" });
      // `keepalive` lets it outlive the page; the answer is of no use even then.
      post(url, "", { keepalive: true }).then(
        (response) => response.body?.cancel(),
        () => {},
      );
    },
  };
};
export type Channel = ReturnType<typeof createChannel>;

const jsonOr = <T>(text: string, fallback: T): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return fallback;
  }
};

/** A failed handshake or listen, as the caller's error; an answer that cannot be read is no answer of Firestore. */
export const asListenError = (cause: unknown): UserDocumentError =>
  cause instanceof SyntaxError || v.isValiError(cause)
    ? new UserDocumentError("listen", "unavailable")
    : asUserDocumentError("listen", cause);
