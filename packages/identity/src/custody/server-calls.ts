import { IdentityError, isTransient } from "../errors/identity-error.ts";
import { sendRequest } from "../http/http.ts";
import { tryTo } from "../lib/browser.ts";
import { oneOf, parseJson, Text, tryParse } from "../lib/data.ts";
import { withinTime } from "../lib/deadline.ts";
import * as v from "../lib/schema.ts";
import { BACK_OFF } from "../session/retry.ts";
import type { Session } from "../session/session.ts";
import type { CustodyParts, EndReason } from "./custody.ts";

/** Every call names its session in this header. Forms and images cannot send custom headers. */
const HEADER = "x-session";

type Call = {
  method: "POST" | "DELETE";
  /** Appended to the custody's address. */
  path?: string;
  /** The session that the call names. */
  session: string;
  body?: object;
  signal?: AbortSignal;
};

export type ServerCalls = ReturnType<typeof createServerCalls>;

/**
 * The calls to one server. A response of the wrong shape counts as a server failure and does not end the session. A
 * server without this address keeps sessions in another mode than this client.
 */
export const createServerCalls =
  (url: string, parts: CustodyParts) =>
  <Output>(schema: v.Schema<Output>, { method, path = "", session, body, signal }: Call): Promise<Output> => {
    const call = `${method} session${path}`;
    return sendRequest(
      parts,
      url + path,
      {
        call,
        method,
        headers: { [HEADER]: session, ...(body && { "Content-Type": "application/json" }) },
        body: body ? JSON.stringify(body) : null,
        fields: body,
        credentials: "same-origin",
        // `keepalive`: the sign-out completes even if the page is closed.
        keepalive: !body,
        signal,
      },
      (answer, { status }) => {
        if (status === 404 || status === 405) {
          parts.emit({ type: "custody-unavailable" });
          throw new IdentityError("custody-unavailable", { call });
        }
        return tryParse(schema, status === 204 ? {} : answer);
      },
    );
  };

const QUERY: Record<EndReason, string> = {
  "signed-out": "?replaced",
  "account-gone": "?everywhere",
  unused: "",
};

/** A sign-out waits this long for the server. Then the page goes on, and the end is retried. */
const SIGN_OUT_MS = 2000;

/** The number of ends that are kept: more than can be pending at a time. */
const MOST_ENDS = 20;

const End = v.object({ handle: Text, query: oneOf(Object.values(QUERY)) });
type End = v.InferOutput<typeof End>;

/**
 * Ends sessions on the server. An end that failed is noted beside the session's storage, because this browser has
 * removed the session: it is retried while a page is open, when the network is back, and by the next page. A handle
 * gives no access without the server's cookie.
 */
export function createSessionEnds(
  parts: CustodyParts,
  call: ServerCalls,
  inOrder: <T>(work: () => Promise<T>) => Promise<T>,
): (session: Session, reason: EndReason) => Promise<void> {
  const { signOutNotes } = parts.persistence;
  const key = `${parts.scope}:ends`;
  /** The ends that this page has noted. If the browser refuses the notes, only this page retries its own ends. */
  let own: readonly End[] = [];
  const readEnds = () =>
    tryParse(v.array(End), parseJson(tryTo(() => signOutNotes?.getItem(key)) ?? "")) ??
    (signOutNotes ? [] : own);
  const writeEnds = (ends: readonly End[]) => {
    own = ends.slice(-MOST_ENDS);
    tryTo(() => signOutNotes?.setItem(key, JSON.stringify(own)));
  };
  const endsExcept = ({ handle, query }: End) =>
    readEnds().filter((end) => end.handle !== handle || end.query !== query);

  /** Resolves after one attempt, whatever its outcome. */
  const sendEnd = (end: End, delayMs = BACK_OFF.firstMs): Promise<void> => {
    const { handle, query } = end;
    return inOrder(() =>
      call(
        v.custom(() => true),
        { method: "DELETE", path: query, session: handle },
      ),
    ).then(
      () => writeEnds(endsExcept(end)),
      (error) => {
        if (!isTransient(error)) return writeEnds(endsExcept(end));
        const retryEnd = () => {
          stopTimer();
          stopPage();
          void sendEnd(end, Math.min(delayMs * 2, BACK_OFF.longestMs));
        };
        const stopTimer = parts.setTimeout(retryEnd, delayMs);
        const stopPage = parts.page((signal) => signal === "online" && retryEnd());
      },
    );
  };

  for (const end of readEnds()) void sendEnd(end);
  return async ({ handle }, reason) => {
    if (!handle) return;
    const end = { handle, query: QUERY[reason] };
    writeEnds([...endsExcept(end), end]);
    await withinTime(parts, SIGN_OUT_MS, () => sendEnd(end)).catch(() => undefined);
  };
}
