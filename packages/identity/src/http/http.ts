import { inTime, LATE } from "@tallybin/platform/deadline";
import type { Timers } from "@tallybin/platform/timers";
import { IdentityError } from "../errors/identity-error.ts";
import type { ServerCodes } from "../errors/server-codes.ts";
import { errorFromMessage } from "../errors/server-error.ts";
import { parseJson, Text, tryParse } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { Platform } from "../platform.ts";

const Digits = v.custom<string>((value) => /^\d+$/.test(String(value)));

/** Milliseconds since the epoch, or seconds to live. Google's JSON has int64 as text: `"3600"`. */
export const Time: v.Schema<number> = (value, path, wrong) => Number(Digits(value, path, wrong));

/** Parses a response at the border. The error names only the path of a wrong value, because the value may be a token. */
export function parseWire<Output>(schema: v.Schema<Output>, body: unknown): Output {
  const wrong: string[] = [];
  const output = schema(body, "", wrong);
  if (!wrong.length) return output;
  throw new IdentityError("internal-error", { detail: wrong[0]?.slice(1) || undefined });
}

export type Network = Timers & Pick<Platform, "fetch" | "now"> & { timeoutMs: number };

type Outgoing = Omit<RequestInit, "signal"> & {
  signal?: AbortSignal | undefined;
  /** Names the request in an error, without its query. */
  call: string;
  /** The fields of the body, which no error may repeat. */
  fields?: object | undefined;
  /** The endpoint's tables beside the common one. */
  codes?: ServerCodes | undefined;
};

/** An object with Google's error envelope is a refusal. Failures hidden in a 200 are handled per endpoint. */
const Answer = v.object({ error: v.optional(v.object({ message: Text }), { message: "" }) });

/** `Retry-After` is a number of seconds or a date. */
const parseRetryTime = (value: string | null, now: number): number | undefined =>
  (Number(value) ? now + Number(value) * 1000 : Date.parse(value ?? "")) || undefined;

/**
 * Sends one request, with one deadline for headers and body. Follows no redirect, because the body may hold tokens.
 * @param read returns `undefined` for a successful response of the wrong shape, which counts as a server failure
 */
export function sendRequest<T>(
  network: Network,
  url: string,
  { call, fields, codes, signal: outer, ...init }: Outgoing,
  read: (answer: unknown, response: Response) => T | undefined,
): Promise<T> {
  const request = async (signal: AbortSignal): Promise<T> => {
    const response = await network.fetch(url, { ...init, redirect: "error", signal });
    const answer = parseJson(await response.text());
    const message = tryParse(Answer, answer)?.error.message;
    const isRefusal = message !== "" && answer !== undefined;
    const result = isRefusal ? undefined : read(answer, response);
    if (result !== undefined && response.ok) return result;
    // HTML from a proxy, truncated JSON or an empty response counts as a network failure, not as the caller's fault.
    const status = response.ok && !message ? 503 : response.status;
    const retryAt = parseRetryTime(response.headers.get("Retry-After"), network.now());
    throw errorFromMessage(message ?? "", { codes, fields, status, retryAt, call });
  };
  return inTime(network, network.timeoutMs, request, outer).catch((cause) => {
    if (cause instanceof IdentityError) throw cause;
    // Keep the cause: a browser's network error contains neither the URL nor the body.
    throw new IdentityError(cause === LATE ? "timeout" : "network-request-failed", { cause, call });
  });
}

/**
 * The access of an API file to one of Google's two hosts. Posts the body; without a body, it is a GET. `codes` are
 * the endpoint's tables beside the common one.
 */
export type Http = (
  path: string,
  body?: object,
  codes?: ServerCodes,
  signal?: AbortSignal,
) => Promise<object>;

/** With a language, requests mails and messages in it. */
export const createHttp =
  (network: Network & { apiKey: string }, prefixUrl: string, languageCode?: string): Http =>
  (path, body, codes, signal) => {
    const method = body ? "POST" : "GET";
    const isJson = body && !(body instanceof URLSearchParams);
    return sendRequest(
      network,
      `${prefixUrl}/${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ key: network.apiKey })}`,
      {
        // The address tells a developer which local services do not respond.
        call: `${method} ${prefixUrl}/${path}`,
        method,
        headers: {
          ...(isJson && { "Content-Type": "application/json" }),
          ...(languageCode && { "X-Firebase-Locale": languageCode }),
        },
        body: isJson ? JSON.stringify(body) : (body ?? null),
        referrerPolicy: "strict-origin-when-cross-origin",
        fields: body,
        codes,
        signal,
      },
      (answer) => answer as object | undefined,
    );
  };
