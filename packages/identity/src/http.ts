import ky from "ky";
import * as v from "valibot";
import type { Words } from "./error-words.ts";
import { errorFromMessage, IdentityError } from "./errors.ts";
import type { Platform } from "./options.ts";

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

/** Any JSON object; with Google's error envelope in it, a refusal. Its other fields repeat the message. */
const Answer = v.object({ error: v.optional(v.object({ message: v.string() })) });

export function createHttp({ url, apiKey, timeoutMs, platform, languageCode }: HttpOptions): Http {
  const api = ky.create({
    prefixUrl: url,
    fetch: platform.fetch,
    retry: 0,
    // ky's own timeout stops at the headers; a body that never ends must not hold a lock.
    timeout: false,
    throwHttpErrors: false,
    referrerPolicy: "strict-origin-when-cross-origin",
    headers: languageCode ? { "X-Firebase-Locale": languageCode } : {},
  });

  async function send(
    path: string,
    options: Parameters<typeof api>[1],
    words?: Words,
    outer?: AbortSignal,
  ): Promise<unknown> {
    const controller = new AbortController();
    const cancel = () => controller.abort(outer?.reason);
    let isLate = false;
    const stopTimer = platform.setTimeout(() => {
      isLate = true;
      controller.abort();
    }, timeoutMs);
    outer?.addEventListener("abort", cancel);
    if (outer?.aborted) cancel();
    try {
      const { signal } = controller;
      const response = await api(path, { ...options, searchParams: { key: apiKey }, signal });
      const body = await response.text();
      const seconds = Number(response.headers.get("Retry-After"));
      const retryAt = seconds > 0 ? platform.now() + seconds * 1000 : undefined;
      return accept(response.status, readJson(body), words, retryAt);
    } catch (cause) {
      if (cause instanceof IdentityError) throw cause;
      // The cause is kept: a browser's network error names no URL and no body.
      throw new IdentityError(isLate ? "timeout" : "network-request-failed", { cause });
    } finally {
      stopTimer();
      outer?.removeEventListener("abort", cancel);
    }
  }

  return {
    post: (path, body, { words, signal } = {}) =>
      send(
        path,
        { method: "post", ...(body instanceof URLSearchParams ? { body } : { json: body }) },
        words,
        signal,
      ),
    get: (path) => send(path, {}),
  };
}

/** A body that is no JSON is read as nothing: what it says is for people, and a parse error quotes it. */
function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Tells success from failure; those that hide in a 200 are found where their endpoints are described. */
function accept(status: number, body: unknown, words?: Words, retryAt?: number): unknown {
  const answer = v.safeParse(Answer, body);
  if (answer.success) {
    const { error } = answer.output;
    if (error) throw errorFromMessage(error.message, { status, words, retryAt });
    if (status < 400) return body;
  }
  if (status === 429) throw new IdentityError("too-many-requests", { retryAt });
  // HTML from a proxy, half a JSON text, an empty answer: the network's fault, not the caller's.
  throw new IdentityError(status >= 500 ? "internal-error" : "network-request-failed", { retryAt });
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
