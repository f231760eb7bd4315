import ky, { type Options } from "ky";
import * as v from "valibot";
import type { Words } from "./error-words.ts";
import { IdentityError } from "./errors.ts";
import type { Platform } from "./options.ts";
import { errorFromMessage } from "./server-errors.ts";

/** What an API file needs to reach one of Google's two hosts. */
export type Http = {
  /** `words` are those this endpoint can answer with, beyond the common ones. */
  post(path: string, body: object, options?: { words?: Words; signal?: AbortSignal }): Promise<unknown>;
  get(path: string): Promise<unknown>;
};

type HttpOptions = {
  url: string;
  apiKey: string;
  timeoutMs: number;
  platform: Pick<Platform, "fetch" | "now" | "setTimeout">;
  /** Adds `X-Firebase-Locale`: the language of mails and messages. */
  languageCode?: string | undefined;
};

/**
 * Any JSON object; with Google's error envelope in it, a refusal. Failures that hide in a 200 are found
 * where their endpoints are described.
 */
const Answer = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ error: v.optional(v.object({ message: v.string() })) }),
);

export function createHttp({ url, apiKey, timeoutMs, platform, languageCode }: HttpOptions): Http {
  const api = ky.create({
    prefixUrl: url,
    fetch: platform.fetch,
    retry: 0,
    // ky's own timeout stops at the headers; a body that never ends must not hold a lock.
    timeout: false,
    throwHttpErrors: false,
    referrerPolicy: "strict-origin-when-cross-origin",
    headers: { "X-Firebase-Locale": languageCode },
    searchParams: { key: apiKey },
  });

  async function send(path: string, options: Options, words?: Words, outer?: AbortSignal): Promise<unknown> {
    const late = new AbortController();
    const stopTimer = platform.setTimeout(() => late.abort(), timeoutMs);
    try {
      const signal = AbortSignal.any(outer ? [late.signal, outer] : [late.signal]);
      const response = await api(path, { ...options, signal });
      return accept(response, await response.text(), words);
    } catch (cause) {
      if (cause instanceof IdentityError) throw cause;
      // The cause is kept: a browser's network error names no URL and no body.
      throw new IdentityError(late.signal.aborted ? "timeout" : "network-request-failed", { cause });
    } finally {
      stopTimer();
    }
  }

  /** Tells success from failure. */
  function accept({ status, headers }: Response, text: string, words?: Words): unknown {
    const seconds = Number(headers.get("Retry-After"));
    const retryAt = seconds ? platform.now() + seconds * 1000 : undefined;
    const { output, success } = v.safeParse(Answer, text);
    if (success && output.error) throw errorFromMessage(output.error.message, { status, words, retryAt });
    if (success && status < 400) return output;
    // HTML from a proxy, half a JSON text, an empty answer: the network's fault, not the caller's.
    throw errorFromMessage("", { status: status < 400 ? 503 : status, retryAt });
  }

  return {
    post: (path, body, { words, signal } = {}) =>
      send(
        path,
        { method: "post", [body instanceof URLSearchParams ? "body" : "json"]: body },
        words,
        signal,
      ),
    get: (path) => send(path, {}),
  };
}

/**
 * Parses an answer at the border. An answer of the wrong shape is Google's fault or a proxy's;
 * only the place is named, because valibot's issues quote the value, which may be a token.
 */
export function parseWire<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const place = result.issues[0].path?.map(({ key }) => key).join(".");
  throw new IdentityError("internal-error", { detail: `unexpected answer at ${place ?? "its root"}` });
}
