import * as v from "valibot";
import { IdentityError } from "../errors/identity-error.ts";
import type { ServerCodes } from "../errors/server-codes.ts";
import { errorFromMessage } from "../errors/server-error.ts";
import { LATE, type Timers, withinTime } from "../lib/deadline.ts";
import { parseJson, tryParse } from "../lib/schema.ts";
import type { Platform } from "../platform.ts";

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

type HttpOptions = Timers & Pick<Platform, "fetch" | "now"> & { apiKey: string; timeoutMs: number };

/**
 * Any JSON object. An object with Google's error envelope is a refusal. Failures hidden in a 200 are handled per
 * endpoint.
 */
const Answer = v.object({ error: v.optional(v.object({ message: v.string() }), { message: "" }) });

/** `Retry-After` is a number of seconds or a date. */
const retryTime = (value: string | null, now: number): number | undefined =>
  (Number(value) ? now + Number(value) * 1000 : Date.parse(value ?? "")) || undefined;

/** With a language, requests mails and messages in it. */
export const createHttp =
  (options: HttpOptions, prefixUrl: string, languageCode?: string): Http =>
  (path, body, codes, outer) => {
    const method = body ? "POST" : "GET";
    const call = `${method} ${path}`;
    const request = async (signal: AbortSignal): Promise<object> => {
      const isForm = body instanceof URLSearchParams;
      const response = await options.fetch(
        `${prefixUrl}/${path}?${new URLSearchParams({ key: options.apiKey })}`,
        {
          method,
          headers: {
            ...(body && !isForm && { "Content-Type": "application/json" }),
            ...(languageCode && { "X-Firebase-Locale": languageCode }),
          },
          body: body && !isForm ? JSON.stringify(body) : (body ?? null),
          referrerPolicy: "strict-origin-when-cross-origin",
          signal,
        },
      );
      const answer = parseJson(await response.text());
      const message = tryParse(Answer, answer)?.error.message;
      if (message === "" && response.ok) return answer as object;
      const retryAt = retryTime(response.headers.get("Retry-After"), options.now());
      // HTML from a proxy, truncated JSON or an empty response counts as a network failure, not as the caller's
      // fault.
      const status = response.ok && !message ? 503 : response.status;
      throw errorFromMessage(message ?? "", codes, body, status, retryAt, call);
    };
    return withinTime(options, options.timeoutMs, request, outer).catch((cause) => {
      if (cause instanceof IdentityError) throw cause;
      // Keep the cause: a browser's network error contains neither the URL nor the body.
      throw new IdentityError(cause === LATE ? "timeout" : "network-request-failed", { cause, call });
    });
  };
