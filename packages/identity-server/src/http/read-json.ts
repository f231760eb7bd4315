import { valueInTime } from "@tallybin/platform/deadline";
import { ApiError, invalidArgument } from "../errors/errors.ts";
import { readChunks, TooLargeError } from "../tokens/bounded-body.ts";

/** Four times the longest contact message, in its longest JSON encoding. */
export const MAX_BODY_BYTES = 64 * 1024;
const TIMEOUT_MS = 10_000;

/** The parts of a header's value, trimmed and in lower case. */
export const headerPartsOf = (value: string, separator: "," | ";"): string[] =>
  // An expression that includes the spaces would try every run of them again from each of its characters.
  value.split(separator).map((part) => part.trim().toLowerCase());

const CLOSE = { connection: "close" };
const tooLargeError = (): ApiError =>
  new ApiError(413, "request-too-large", `The request is larger than ${MAX_BODY_BYTES} bytes.`, CLOSE);

function checkHeaders(headers: Headers, expected: string): void {
  const [type = "", ...parameters] = headerPartsOf(headers.get("content-type") ?? "", ";");
  const charset = parameters
    .find((parameter) => parameter.startsWith("charset="))
    ?.slice(8)
    .replaceAll('"', "");
  if (type !== expected || (charset !== undefined && charset !== "utf-8")) {
    throw new ApiError(415, "unsupported-media-type", `Send the request as ${expected} in UTF-8.`);
  }
  if ((headers.get("content-encoding") ?? "identity").toLowerCase() !== "identity") {
    throw new ApiError(415, "unsupported-media-type", "Send the request without a content encoding.");
  }
  if (Number(headers.get("content-length") ?? 0) > MAX_BODY_BYTES) throw tooLargeError();
}

/** Reads a whole request of a type within size and time limits, in any number of chunks. */
async function readBytes(request: Request, type: string): Promise<ArrayBuffer | Uint8Array> {
  checkHeaders(request.headers, type);
  // Node ends a body at its declared length, which has been checked. A stream would cost several times as much.
  const isDeclared = request.headers.has("content-length");
  try {
    const reading = isDeclared ? request.arrayBuffer() : readChunks(request.body, MAX_BODY_BYTES);
    const bytes = await valueInTime<ArrayBuffer | Uint8Array>(reading, TIMEOUT_MS);
    if (bytes) return bytes;
  } catch (error) {
    if (error instanceof TooLargeError) throw tooLargeError();
    // The sender has gone, so this response appears only in the log. 499 is nginx's code for it.
    throw new ApiError(499, "request-aborted", "The request ended before it was complete.");
  }
  throw new ApiError(408, "request-timeout", "The request took too long to arrive.", CLOSE);
}

export const FORM_TYPE = "application/x-www-form-urlencoded";

export const readForm = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams(new TextDecoder().decode(await readBytes(request, FORM_TYPE)));

/** Parses a request's JSON; every failure becomes an {@link ApiError}. Does not check the shape. */
export async function readJson(request: Request, type = "application/json"): Promise<unknown> {
  const bytes = await readBytes(request, type);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalidArgument("The request is not JSON in UTF-8.");
  }
}
