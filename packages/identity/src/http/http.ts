import type { ServerCodes } from "../errors/server-codes.ts";
import { type Network, send } from "./send.ts";

/**
 * The access of an API file to one of Google's two hosts. Posts the body; without a body, it is a GET. `codes` are
 * the endpoint's tables beside the common one.
 */
export type Http = (
  path: string,
  body?: object,
  codes?: readonly ServerCodes[],
  signal?: AbortSignal,
) => Promise<object>;

/** With a language, requests mails and messages in it. */
export const createHttp =
  (network: Network & { apiKey: string }, prefixUrl: string, languageCode?: string): Http =>
  (path, body, codes, signal) => {
    const method = body ? "POST" : "GET";
    const isForm = body instanceof URLSearchParams;
    return send(
      network,
      `${prefixUrl}/${path}?${new URLSearchParams({ key: network.apiKey })}`,
      {
        call: `${method} ${path}`,
        method,
        headers: {
          ...(body && !isForm && { "Content-Type": "application/json" }),
          ...(languageCode && { "X-Firebase-Locale": languageCode }),
        },
        body: body && !isForm ? JSON.stringify(body) : (body ?? null),
        referrerPolicy: "strict-origin-when-cross-origin",
        fields: body,
        codes,
        signal: signal ?? null,
      },
      (answer) => answer as object | undefined,
    );
  };
