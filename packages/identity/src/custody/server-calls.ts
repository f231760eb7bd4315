import type * as v from "valibot";
import { IdentityError } from "../errors/identity-error.ts";
import { send } from "../http/send.ts";
import { tryParse } from "../lib/schema.ts";
import type { CustodyParts } from "./custody.ts";

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
  <Schema extends v.GenericSchema>(
    schema: Schema,
    { method, path = "", session, body, signal }: Call,
  ): Promise<v.InferOutput<Schema>> => {
    const call = `${method} session${path}`;
    return send(
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
        signal: signal ?? null,
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
