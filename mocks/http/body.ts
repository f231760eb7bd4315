import { ApiError, invalidArgument } from "./api-error.ts";
import { toCamelCase } from "./wire.ts";

export const jsonResponse = (body: object, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
  });

/** The limit of protocol buffers. */
const MAX_DEPTH = 100;

/** Whether a value from outside has few enough levels that reading it cannot exhaust the stack. */
function isShallow(json: unknown): boolean {
  let level: unknown[] = [json];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
    if (level.length === 0) return true;
  }
  return false;
}

/** The value of a JSON text; undefined if the text is not JSON, or nested too deep. */
export const parseShallowJson = (text: string): unknown => {
  try {
    const json: unknown = JSON.parse(text);
    return isShallow(json) ? json : undefined;
  } catch {
    return undefined;
  }
};

/** Google's own limit for these APIs; the emulator's 1 GiB would let one bad test fill the memory. */
const MAX_BODY_BYTES = 10_485_760;

/**
 * Reads a body. If it has more bytes, the rest is not read.
 * @param refuse makes the error of a body that is too long
 */
export async function readText(
  request: Request,
  maxBytes: number,
  refuse: (problem: string) => ApiError,
): Promise<string> {
  if (!request.body) return "";
  const reader = request.body.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      // Do not wait for the cancel, because it stays pending while a clone of the request holds the other half of the
      // stream.
      reader.cancel().catch(() => undefined);
      throw refuse(`Request payload size exceeds the limit: ${maxBytes} bytes.`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

const FORM = "application/x-www-form-urlencoded";
const mediaTypeOf = ({ headers }: Request): string | undefined =>
  headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();

/**
 * @throws {ApiError} if a POST or PATCH has a content type other than JSON, or other than a form where forms
 * are accepted
 */
export function assertContentType(request: Request, takesForms: boolean): void {
  const media = mediaTypeOf(request);
  if (media === undefined || !["POST", "PATCH"].includes(request.method)) return;
  if (media === "application/json" || (takesForms && media === FORM)) return;
  const problem = `Invalid content-type: ${request.headers.get("content-type")}`;
  throw new ApiError(problem, 400, { reason: "unknown", hasDomain: false });
}

/** `refresh_token` and `refreshToken` are the same field to Google's reader. */
function camelCaseKeys(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(camelCaseKeys);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [toCamelCase(key), camelCaseKeys(item)]),
  );
}

/** The fields of a JSON or form body, as sent; an empty body has none. */
export async function readRawFields(request: Request): Promise<unknown> {
  const text = await readText(request, MAX_BODY_BYTES, (problem) => new ApiError(problem, 413));
  if (mediaTypeOf(request) === FORM) return Object.fromEntries(new URLSearchParams(text));
  if (text.trim() === "") return {};
  let fields: unknown;
  try {
    // Only objects and lists are accepted, as in the emulator.
    if (!/^\s*[{[]/.test(text)) throw new SyntaxError("Unexpected token");
    fields = JSON.parse(text);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : "not JSON";
    // The engine's error quotes the invalid text, which may contain a password.
    const safe = /unexpected end/i.test(problem) ? "Unexpected end of JSON input" : "Unexpected token.";
    throw invalidArgument(`Invalid JSON payload received. ${safe}`, "parseError");
  }
  if (!isShallow(fields))
    throw invalidArgument("Invalid JSON payload received. Message too deep. Max recursion depth reached");
  return fields;
}

/** The fields of the body with camel-cased names, as Google's APIs read them. */
export const readFields = async (request: Request): Promise<unknown> =>
  camelCaseKeys(await readRawFields(request));
