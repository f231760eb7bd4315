import * as v from "valibot";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { errorClass } from "../errors/error-class.ts";
import { IdentityError } from "../errors/identity-error.ts";
import { Lifetime } from "../http/wire.ts";
import { createQueue } from "../lib/queue.ts";
import { matching } from "../lib/schema.ts";
import type { Tokens } from "../session/create-session.ts";
import { webLock } from "../session/lock.ts";
import type { Session } from "../session/session.ts";
import type { Custody, CustodyParts, EndReason } from "./custody.ts";
import { createServerCalls, type ServerCalls } from "./server-calls.ts";

const NEW = "new";
/** A suffix of the ID token, long enough to tell which token this browser has. */
const MARK_LENGTH = 16;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 960_000;
/** Covers one request and a few storage deadlines. */
const STORAGE_ALLOWANCE_MS = 15_000;

const Text = matching(/./);
const HandedOver = v.object({ session: Text });
const Exchanged = v.object({ id_token: Text, expires_in: Lifetime });
const Released = v.object({ refresh_token: Text });

/** The query of the call that ends a session. */
const END: Record<EndReason, string> = {
  "signed-out": "?replaced",
  "account-gone": "?everywhere",
  unused: "",
};

const isTransient = (error: unknown): boolean =>
  error instanceof IdentityError && errorClass(error.code) === "transient";

/**
 * The server's ID of this browser's session, for the server's session endpoints. Undefined while signed out, and
 * until the session was handed over.
 */
export const sessionIdOf = (client: IdentityClient): string | undefined => {
  const session = partsOf(client).runner.getSession();
  return session?.refreshToken ? undefined : session?.handle;
};

/**
 * Runs the hand-overs and sign-outs of all tabs one after the other. The last cookie must belong to the last stored
 * session.
 */
function inOrderOf({ locks, scope, timeoutMs, ...timers }: CustodyParts) {
  const lock = locks
    ? webLock(locks, `${scope}:custody`, timeoutMs + STORAGE_ALLOWANCE_MS, timers)
    : createQueue();
  return <T>(work: () => Promise<T>, signal = new AbortController().signal): Promise<T> => lock(work, signal);
}

/**
 * Ends a session on the server. Retries while the page is open, because this browser has already removed the session.
 */
function createEnd(parts: CustodyParts, call: ServerCalls, inOrder: ReturnType<typeof inOrderOf>) {
  const end = ({ handle }: Session, reason: EndReason, delayMs = FIRST_RETRY_MS): void => {
    if (!handle) return;
    inOrder(() => call(v.unknown(), { method: "DELETE", path: END[reason], session: handle })).catch(
      (error) => {
        if (isTransient(error) && delayMs <= LONGEST_RETRY_MS)
          parts.setTimeout(() => end({ handle } as Session, reason, delayMs * 2), delayMs);
      },
    );
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
    const call = createServerCalls(url, parts);
    const inOrder = inOrderOf(parts);
    const end = createEnd(parts, call, inOrder);
    const handOver = async (
      { idToken, refreshToken }: Pick<Tokens, "idToken" | "refreshToken">,
      handle: string | undefined,
      moving?: AbortSignal,
    ): Promise<Pick<Session, "refreshToken" | "handle">> => {
      const { session } = await call(HandedOver, {
        method: "POST",
        // A session that the browser kept counts from its move.
        path: moving && !handle ? "?moved" : "",
        session: handle || NEW,
        body: { idToken, refreshToken },
        ...(moving && { signal: moving }),
      });
      return { refreshToken: undefined, handle: session };
    };

    return {
      isOwn: ({ refreshToken }) => !refreshToken,
      end,
      keep: (session, { held, isWanted }, use) =>
        inOrder(async () => {
          // Another sign-in has replaced this one. The client notices that itself and drops the session.
          if (!isWanted()) return use({ ...session, refreshToken: undefined });
          const kept = await handOver(session, held?.handle).catch((error) => {
            // The account has already changed, and only these tokens are still good: the next exchange hands them over.
            if (held && isTransient(error)) return { handle: held.handle };
            throw error;
          });
          const next = { ...session, ...kept };
          return use(next).catch((error) => {
            // The sign-in was replaced during the hand-over, so this browser does not keep the handle.
            if (!held) end(next, "unused");
            throw error;
          });
        }),
      exchange: async ({ idToken, refreshToken, handle = "" }, { signal, direct }) => {
        if (refreshToken) {
          const tokens = await direct(refreshToken);
          const kept = await inOrder(() => handOver(tokens, handle, signal), signal);
          return { ...tokens, ...kept };
        }
        const answer = await call(Exchanged, {
          method: "POST",
          path: "/token",
          session: handle,
          body: { held: idToken.slice(-MARK_LENGTH) },
          signal,
        });
        return { idToken: answer.id_token, expiresIn: answer.expires_in, handle };
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
    const call = createServerCalls(url, parts);
    return {
      isOwn: ({ refreshToken }) => !!refreshToken,
      end: createEnd(parts, call, inOrderOf(parts)),
      keep: (session, _, use) => use(session),
      exchange: async ({ refreshToken, handle = "" }, { signal, direct, keep }) => {
        if (refreshToken) return direct(refreshToken);
        const { refresh_token } = await call(Released, {
          method: "POST",
          path: "/release",
          session: handle,
          body: {},
          signal,
        });
        await keep(refresh_token);
        return direct(refresh_token);
      },
    };
  };
