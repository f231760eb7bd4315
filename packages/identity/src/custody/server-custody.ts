import { inTime } from "@tallybin/platform/deadline";
import { type IdentityClient, type IdentityClientOptions, partsOf } from "../client/client-parts.ts";
import { isTransient } from "../errors/error-class.ts";
import { IdentityError } from "../errors/identity-error.ts";
import { Time } from "../http/http.ts";
import { decodeClaims } from "../id-token.ts";
import { textMatching } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import { refusalReason } from "../session/exchange.ts";
import type { Session } from "../session/record.ts";
import type { Tokens } from "../session/tokens.ts";
import type { Custody, CustodyParts, HandOver } from "./custody.ts";
import { Anything, createServerCalls, WAIT_MS } from "./server-calls.ts";
import { createSessionEnds } from "./session-ends.ts";

const NEW = "new";
/** A suffix of the ID token, long enough to tell which token this browser has. */
const MARK_LENGTH = 16;
const Text = textMatching(/./);
const HandOverResponse = v.object({ session: Text });
const ExchangeResponse = v.object({ id_token: Text, expires_in: Time });
const ReleaseResponse = v.object({ refresh_token: Text });

/**
 * The server's ID of this browser's session, for the server's session endpoints. Undefined while signed out, and
 * until the session was handed over.
 * @throws IdentityError `argument-error` if `client` is none
 */
export const sessionIdOf = (client: IdentityClient): string | undefined => {
  const session = partsOf(client).runner.getSession();
  return session?.refreshToken ? undefined : session?.handle;
};

/** Ends a session on the server if Google refuses the browser's tokens, because the server does not see the refusal. */
const endRefused = (tokens: Promise<Tokens>, session: Session, end: Custody["end"]): Promise<Tokens> =>
  tokens.catch((error) => {
    if (refusalReason(error)) void end(session, "signed-out");
    throw error;
  });

/**
 * What orders this browser's sessions on the server.
 * @param turns the exchanges that the session does not count yet
 */
const placeOf = ({ stamp, generation, change, turn }: Session, turns = 0) => ({
  place: { stamp, generation, change, turn: turn + turns },
});

/**
 * A custody on a server of this origin. The server keeps the refresh token behind a cookie that scripts cannot read,
 * and the page exchanges by that cookie. The README describes the four calls; `@tallybin/identity-server` answers
 * them. Never throws.
 * @param url where the server takes hand-overs: "/api/session"
 */
export const serverCustody =
  ({ url }: { url: string }) =>
  (parts: CustodyParts): Custody => {
    const call = createServerCalls(url, parts);
    const { end, stop } = createSessionEnds(parts, call);
    const handOver = async (
      { idToken, refreshToken, place }: Pick<Tokens, "idToken" | "refreshToken"> & { place: object },
      handle: string,
      more: { path?: string; signal?: AbortSignal } = {},
    ): Promise<Pick<Session, "refreshToken" | "handle">> => {
      const body = { idToken, refreshToken, place };
      const { session } = await call(HandOverResponse, { method: "POST", session: handle, body, ...more });
      return { refreshToken: undefined, handle: session };
    };
    /**
     * Hands a session over that the browser kept. Its lifetime counts from now. An aborted request would hide what the
     * server has taken, so the response is awaited, and the session is then ended there.
     */
    const move = (tokens: Tokens, session: Session, signal: AbortSignal) => {
      const moved = handOver({ ...tokens, ...placeOf(session, 1) }, NEW, { path: "?moved" });
      moved.then(
        (taken) => {
          if (signal.aborted) void end({ ...session, ...taken }, "unused");
        },
        () => {},
      );
      const aborted = new Promise<never>((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason)),
      );
      return Promise.race([moved, aborted]);
    };
    /** Hands over the next tokens of a session. It ends on the server if the page has replaced it meanwhile. */
    const renew = async <T>(
      session: Session,
      { current, isWanted }: HandOver,
      use: (session: Session) => Promise<T>,
    ): Promise<T> => {
      const handed = await handOver({ ...session, ...placeOf(session) }, current?.handle || NEW).catch(
        (error) => {
          // The account has already changed, and only these tokens are still good: the next exchange hands them over.
          if (isTransient(error)) return { handle: current?.handle };
          throw error;
        },
      );
      const next = { ...session, ...handed };
      const used = await use(next);
      if (!isWanted() && next.handle !== current?.handle) void end(next, "unused");
      return used;
    };

    return {
      isOwn: ({ refreshToken }) => !refreshToken,
      end,
      stop,
      keep: async (session, handing, use) => {
        // Another sign-in has replaced this one. The client notices that itself and drops the session.
        if (!handing.isWanted()) return use({ ...session, refreshToken: undefined });
        if (handing.current) return renew(session, handing, use);
        const next = { ...session, ...(await handOver({ ...session, ...placeOf(session) }, NEW)) };
        try {
          const used = await use(next);
          // Without it, the server waits for the first exchange.
          await inTime(parts, WAIT_MS, (signal) =>
            call(Anything, { method: "PUT", session: next.handle ?? "", signal }),
          ).catch(() => undefined);
          return used;
        } catch (error) {
          // The sign-in was replaced during the hand-over, so this browser does not keep the handle.
          void end(next, "unused");
          throw error;
        }
      },
      exchange: async (session, { signal, direct }) => {
        const { idToken, refreshToken, handle = "", user } = session;
        if (refreshToken) {
          const tokens = await endRefused(direct(refreshToken), session, end);
          // The server would end this session, or give the browser's cookie to another user.
          if (decodeClaims(tokens.idToken).sub !== user.uid) throw new IdentityError("user-mismatch");
          const taken = handle
            ? await handOver({ ...tokens, ...placeOf(session, 1) }, handle, { signal })
            : await move(tokens, session, signal);
          return { ...tokens, ...taken };
        }
        const body = { held: idToken.slice(-MARK_LENGTH) };
        const request = { method: "POST", path: "/token", session: handle, body, signal } as const;
        const answer = await call(ExchangeResponse, request);
        return { idToken: answer.id_token, expiresIn: answer.expires_in, handle };
      },
    };
  };

/**
 * A custody for a site that goes back to sessions in the browser. It fetches the remaining refresh tokens from the
 * server and hands none over. Never throws.
 */
export const releasingCustody =
  ({ url }: { url: string }) =>
  (parts: CustodyParts): Custody => {
    const call = createServerCalls(url, parts);
    const { end, stop } = createSessionEnds(parts, call);
    return {
      isOwn: ({ refreshToken }) => !!refreshToken,
      end,
      stop,
      keep: (session, _, use) => use(session),
      exchange: async (session, { signal, direct, keep }) => {
        if (session.refreshToken) return endRefused(direct(session.refreshToken), session, end);
        const { handle = "" } = session;
        const request = { method: "POST", path: "/release", session: handle, body: {}, signal } as const;
        const { refresh_token: refreshToken } = await call(ReleaseResponse, request);
        await keep({ ...session, refreshToken, handle: undefined });
        return direct(refreshToken);
      },
    };
  };

/**
 * Changes where an open client keeps refresh tokens, because the server does it in another way than when the page
 * loaded. Call it after the event `custody-unavailable`, with the server's present configuration. The session moves
 * at once.
 * @param custody `undefined` keeps them in the browser
 * @throws IdentityError `argument-error` if the persistence is another than `local`
 */
export function setCustody(client: IdentityClient, custody: IdentityClientOptions["custody"]): void {
  const { shared, runner } = partsOf(client);
  shared.setCustody(custody);
  runner.dispatch({ type: "woke-up", cause: "try-again" });
}
