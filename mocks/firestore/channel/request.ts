import * as v from "valibot";
import { isShallow } from "../../http/shallow.ts";
import { invalid } from "../documents/errors.ts";

/** The content of a client's POST: header lines for the session, and numbered messages. */
export type Forwarded = { headers: Headers; first: number; messages: unknown[] };

const Counter = v.pipe(v.string(), v.digits(), v.transform(Number), v.maxValue(2 ** 31));
const MAX_MESSAGES = 1000;

/** Header lines, `Name:Value` each, from a body or from the URL of an older client. */
const readHeaders = (block: string | null, headers: Headers) => {
  for (const line of (block ?? "").split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon < 1) continue;
    try {
      headers.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
    } catch {
      throw invalid("A header line of the handshake cannot be read.");
    }
  }
};

const readJson = (text: string): unknown => {
  try {
    const json: unknown = JSON.parse(text);
    if (isShallow(json)) return json;
  } catch {
    // The text is not JSON, so it is refused below.
  }
  throw invalid("A message is not JSON, or nested too deep.");
};

/**
 * Reads the body of a forward request: `headers=…&count=1&ofs=0&req0___data__=…`.
 * @throws {FirestoreError} INVALID_ARGUMENT
 */
export const readForwarded = (request: Request, query: URLSearchParams, body: string): Forwarded => {
  const form = new URLSearchParams(body);
  const headers = new Headers();
  const authorization = request.headers.get("authorization");
  if (authorization !== null) headers.set("authorization", authorization);
  readHeaders(query.get("$httpHeaders"), headers);
  readHeaders(form.get("headers"), headers);

  const count = v.safeParse(Counter, form.get("count") ?? "0");
  const first = v.safeParse(Counter, form.get("ofs") ?? "0");
  if (!count.success || !first.success || count.output > MAX_MESSAGES) throw invalid("Bad count or offset.");
  const messages = Array.from({ length: count.output }, (_, index) =>
    readJson(form.get(`req${index}___data__`) ?? ""),
  );
  return { headers, first: first.output, messages };
};
