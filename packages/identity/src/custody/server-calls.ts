import { IdentityError } from "../errors/identity-error.ts";
import { redactDetail } from "../errors/server-error.ts";
import { sendRequest } from "../http/http.ts";
import { Text, tryParse } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { CustodyParts } from "./custody.ts";

/** Every call names its session in this header. Forms and images cannot send custom headers. */
const HEADER = "x-session";

type Call = {
  method: "POST" | "PUT" | "DELETE";
  /** Appended to the custody's address. */
  path?: string;
  /** The session that the call names. */
  session: string;
  body?: object;
  signal?: AbortSignal;
};

/** The server's own refusal, in contrast to one of Google's that it passes on. */
const Envelope = v.object({ message: Text });

export type ServerCalls = ReturnType<typeof createServerCalls>;

/**
 * The calls to one server. A response of the wrong shape counts as a server failure and does not end the session. A
 * server without this address keeps sessions in another mode than this client.
 */
export const createServerCalls =
  (url: string, parts: CustodyParts) =>
  <Output>(schema: v.Schema<Output>, { method, path = "", session, body, signal }: Call): Promise<Output> => {
    const call = `${method} session${path}`;
    let sentence: string | undefined;
    const addSentence = (error: IdentityError): never => {
      if (error.detail !== undefined || sentence === undefined) throw error;
      const { code, retryAt, cause } = error;
      throw new IdentityError(code, { call, retryAt, cause, detail: redactDetail(sentence, body, false) });
    };
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
        // The request completes even if the page is closed.
        keepalive: !body,
        signal,
      },
      (answer, { status }) => {
        sentence = tryParse(Envelope, answer)?.message;
        if (status === 404 || status === 405) {
          parts.emit({ type: "custody-unavailable" });
          throw new IdentityError("custody-unavailable", { call });
        }
        return tryParse(schema, status === 204 ? {} : answer);
      },
    ).catch(addSentence);
  };

/** The response of a call that needs none. */
export const Anything = v.custom(() => true);

/** A sign-in and a sign-out wait this long for what a page needs that the server renders. Then the page goes on. */
export const WAIT_MS = 2000;
