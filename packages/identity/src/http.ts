import ky from "ky";
import * as v from "valibot";
import { errorFromMessage, IdentityError } from "./errors.ts";
import type { Platform } from "./options.ts";

/** What an API file needs to reach one of Google's two hosts. */
export type Http = {
  post(path: string, body: object | URLSearchParams, signal?: AbortSignal): Promise<unknown>;
  get(path: string, query?: Record<string, string>): Promise<unknown>;
};

type HttpOptions = {
  url: string;
  apiKey: string;
  timeoutMs: number;
  platform: Pick<Platform, "fetch" | "setTimeout">;
  /** Adds `X-Firebase-Locale`: the language of mails and messages. */
  languageCode?: string | undefined;
};

/** Google's error envelope. Everything else in it repeats the message. */
const ErrorEnvelope = v.object({ error: v.object({ message: v.string() }) });

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
    query: Record<string, string> = {},
    outer?: AbortSignal,
  ): Promise<unknown> {
    const controller = new AbortController();
    const aborted = new Promise<never>((_, reject) => {
      controller.signal.addEventListener("abort", () => reject(controller.signal.reason));
    });
    const cancel = () => controller.abort(new IdentityError("network-request-failed"));
    const stopTimer = platform.setTimeout(() => controller.abort(new IdentityError("timeout")), timeoutMs);
    if (outer?.aborted) cancel();
    outer?.addEventListener("abort", cancel);
    const request = async () => {
      const searchParams = { ...query, key: apiKey };
      const response = await api(path, { ...options, searchParams, signal: controller.signal });
      return { status: response.status, body: await readJson(response) };
    };
    try {
      const { status, body } = await Promise.race([request(), aborted]);
      return accept(status, body);
    } catch (cause) {
      if (cause instanceof IdentityError) throw cause;
      // The cause is kept: a browser's network error names no URL and no body.
      throw new IdentityError("network-request-failed", { cause });
    } finally {
      stopTimer();
      outer?.removeEventListener("abort", cancel);
    }
  }

  return {
    post: (path, body, signal) =>
      send(
        path,
        body instanceof URLSearchParams ? { method: "post", body } : { method: "post", json: body },
        {},
        signal,
      ),
    get: (path, query) => send(path, { method: "get" }, query),
  };
}

/** A body that is no JSON is read as nothing: what it says is for people, and its error may quote it. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tells success from failure, including the failures Google hides in a 200. */
function accept(status: number, body: unknown): unknown {
  if (status < 400 && typeof body === "object" && body !== null) return body;
  const envelope = v.safeParse(ErrorEnvelope, body);
  if (envelope.success) throw errorFromMessage(envelope.output.error.message, status);
  if (status === 429) throw new IdentityError("too-many-requests");
  // HTML from a proxy, half a JSON text, an empty answer: the network's fault, not the caller's.
  throw new IdentityError(status >= 500 ? "internal-error" : "network-request-failed");
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
  const [issue] = result.issues;
  throw new IdentityError("internal-error", {
    detail: `unexpected answer at ${v.getDotPath(issue) ?? "its root"}`,
  });
}
