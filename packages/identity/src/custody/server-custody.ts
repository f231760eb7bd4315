import * as v from "valibot";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { errorClass } from "../errors/error-class.ts";
import { IdentityError } from "../errors/identity-error.ts";
import { errorFromMessage } from "../errors/server-error.ts";
import { Lifetime } from "../http/wire.ts";
import { LATE, withinTime } from "../lib/deadline.ts";
import { createQueue } from "../lib/queue.ts";
import { matching, parseJson, tryParse } from "../lib/schema.ts";
import { webLock } from "../session/lock.ts";
import type { Custody, CustodyParts } from "./custody.ts";

/** Every call names its session in this header. Forms and images cannot send custom headers. */
const HEADER = "x-session";
const NEW = "new";
/** The prefix of a handle. Google's refresh tokens contain no colon. */
const PREFIX = "session:";
/** A suffix of the ID token, long enough to tell which token this browser has. */
const MARK_LENGTH = 16;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 960_000;
/** Covers one request and a few storage deadlines. */
const STORAGE_ALLOWANCE_MS = 15_000;

const Text = matching(/./);
const HandedOver = v.object({ session: Text });
const Exchanged = v.object({
  id_token: Text,
  expires_in: Lifetime,
});
const Released = v.object({ refresh_token: Text });
const Refused = v.object({ error: v.object({ message: v.string() }) });

const isHandle = (refreshToken: string): boolean => refreshToken.startsWith(PREFIX);
const idOf = (handle: string): string => handle.slice(PREFIX.length);

/**
 * The server's ID of this browser's session, for the server's session endpoints. Undefined while signed out, and
 * until the session was handed over.
 */
export function sessionIdOf(client: IdentityClient): string | undefined {
  const handle = partsOf(client).runner.getSession()?.refreshToken ?? "";
  return isHandle(handle) ? idOf(handle) : undefined;
}

/** The calls to one server. A response of the wrong shape counts as a server failure and does not end the session. */
function createCalls(url: string, parts: CustodyParts) {
  return async <Schema extends v.GenericSchema>(
    schema: Schema,
    [method, path]: readonly [method: "POST" | "DELETE", path: string],
    session: string,
    body?: object,
    outer?: AbortSignal,
  ): Promise<v.InferOutput<Schema>> => {
    const call = `${method} session${path}`;
    const request = async (signal: AbortSignal) => {
      const response = await parts.fetch(url + path, {
        method,
        headers: { [HEADER]: session, ...(body && { "Content-Type": "application/json" }) },
        body: body ? JSON.stringify(body) : null,
        credentials: "same-origin",
        // `keepalive`: the sign-out completes even if the page is closed.
        keepalive: !body,
        signal,
      });
      const answer = parseJson(await response.text());
      const parsed = response.ok ? tryParse(schema, answer) : undefined;
      if (parsed !== undefined || (response.ok && response.status === 204)) return parsed;
      const message = tryParse(Refused, answer)?.error.message ?? "";
      const seconds = Number(response.headers.get("Retry-After"));
      const retryAt = seconds ? parts.now() + seconds * 1000 : undefined;
      throw errorFromMessage(message, [], body, response.ok ? 503 : response.status, retryAt, call);
    };
    return withinTime(parts, parts.timeoutMs, request, outer).catch((cause) => {
      if (cause instanceof IdentityError) throw cause;
      throw new IdentityError(cause === LATE ? "timeout" : "network-request-failed", { cause, call });
    });
  };
}

/**
 * Runs the hand-overs and sign-outs of all tabs one after the other. The last cookie must belong to the last stored
 * session.
 */
function inOrderOf({ locks, scope, timeoutMs, ...timers }: CustodyParts) {
  const lock = locks
    ? webLock(locks, `${scope}:custody`, timeoutMs + STORAGE_ALLOWANCE_MS, timers)
    : createQueue();
  return <T>(work: () => Promise<T>): Promise<T> => lock(work, new AbortController().signal);
}

/**
 * Ends a session on the server. Retries while the page is open, because this browser has already removed the session.
 */
function createEnd(
  parts: CustodyParts,
  call: ReturnType<typeof createCalls>,
  inOrder: ReturnType<typeof inOrderOf>,
) {
  const end = (handle: string, isAccountGone: boolean, delayMs = FIRST_RETRY_MS): void => {
    if (!isHandle(handle)) return;
    const path = isAccountGone ? "?everywhere" : "";
    inOrder(() => call(v.unknown(), ["DELETE", path], idOf(handle))).catch((error) => {
      const isWorthIt = error instanceof IdentityError && errorClass(error.code) === "transient";
      if (isWorthIt && delayMs <= LONGEST_RETRY_MS)
        parts.setTimeout(() => end(handle, isAccountGone, delayMs * 2), delayMs);
    });
  };
  return end;
}

/**
 * A custody on a server of this origin. The server keeps the refresh token behind a cookie that scripts cannot read,
 * and the page exchanges by that cookie. The README describes the four calls and has a server of twenty lines.
 * @param url where the server takes hand-overs: "/api/session"
 */
export const serverCustody =
  ({ url }: { url: string }) =>
  (parts: CustodyParts): Custody => {
    const call = createCalls(url, parts);
    const inOrder = inOrderOf(parts);
    const end = createEnd(parts, call, inOrder);
    type Tokens = { idToken: string; refreshToken: string };
    const handOver = async ({ idToken, refreshToken }: Tokens, held?: string): Promise<string> => {
      const id = held && isHandle(held) ? idOf(held) : NEW;
      const { session } = await call(HandedOver, ["POST", ""], id, { idToken, refreshToken });
      return PREFIX + session;
    };

    /** The account has already changed, so retry the failed hand-over while the page is open. */
    const handOverLater = (tokens: Tokens, held: string, isWanted: () => boolean, delayMs: number): void => {
      parts.setTimeout(() => {
        if (!isWanted()) return;
        inOrder(() => handOver(tokens, held)).catch(
          () => delayMs < LONGEST_RETRY_MS && handOverLater(tokens, held, isWanted, delayMs * 2),
        );
      }, delayMs);
    };

    return {
      isOwn: isHandle,
      end,
      keep: (session, { held, isWanted }, use) =>
        inOrder(async () => {
          // Another sign-in has replaced this one. The client notices that itself and drops the session.
          if (!isWanted()) return use({ ...session, refreshToken: "" });
          const handle = await handOver(session, held).catch((error) => {
            const isPassing = error instanceof IdentityError && errorClass(error.code) === "transient";
            if (!held || !isHandle(held) || !isPassing) throw error;
            handOverLater(session, held, isWanted, FIRST_RETRY_MS);
            return held;
          });
          return use({ ...session, refreshToken: handle }).catch((error) => {
            // The sign-in was replaced during the hand-over, so this browser does not keep the handle.
            if (!held) end(handle, false);
            throw error;
          });
        }),
      exchange: async ({ idToken, refreshToken }, signal, direct) => {
        if (!isHandle(refreshToken)) {
          const tokens = await direct(refreshToken, signal);
          return { ...tokens, refreshToken: await inOrder(() => handOver(tokens)) };
        }
        const held = { held: idToken.slice(-MARK_LENGTH) };
        const answer = await call(Exchanged, ["POST", "/token"], idOf(refreshToken), held, signal);
        return { idToken: answer.id_token, expiresIn: answer.expires_in, refreshToken };
      },
    };
  };

/**
 * A custody for a site that goes back to sessions in the browser. It fetches the remaining refresh tokens from the
 * server and hands none over.
 */
export const releasingCustody =
  ({ url }: { url: string }) =>
  (parts: CustodyParts): Custody => {
    const call = createCalls(url, parts);
    return {
      isOwn: (refreshToken) => !isHandle(refreshToken),
      end: createEnd(parts, call, inOrderOf(parts)),
      keep: (session, _, use) => use(session),
      exchange: async ({ refreshToken }, signal, direct) => {
        if (!isHandle(refreshToken)) return direct(refreshToken, signal);
        const answer = await call(Released, ["POST", "/release"], idOf(refreshToken), {}, signal);
        return direct(answer.refresh_token, signal);
      },
    };
  };
