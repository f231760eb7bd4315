import type { IncomingMessage, ServerResponse } from "node:http";
import { answered } from "../telemetry/observe.ts";
import { POPUP_PATH } from "./headers.ts";
import { routeName, type Site } from "./load-site.ts";
import { chooseEncoding, describeFile } from "./serve-file.ts";
import type { Encoding, StaticFile } from "./static-file.ts";

/** Returns whether it answered the request. If not, the response is untouched. */
export type AnswerDirectly = (request: IncomingMessage, response: ServerResponse) => boolean;

type Answer = { headers: string[]; body: Uint8Array };

/** A path that needs no parsing: without percent escapes, query or dot segments. */
const PLAIN_PATH = /^(?:\/(?:[\w-][\w.-]*)?)+$/;
const PLAIN_HOST = /^[\w.-]+(?::\d{1,5})?$/;
/** Headers that ask for something other than the whole file. */
const CONDITIONS = ["range", "if-none-match", "expect"];

/**
 * Answers plain requests from prepared bytes, because Request, Response and Headers objects cost several times as much.
 * @param humanCheckHost the host with other responses
 */
export function createDirectAnswers(
  site: Site,
  siteHeaders: (contentType: string) => Record<string, string>,
  humanCheckHost: string | undefined,
): AnswerDirectly {
  const prepared = new WeakMap<StaticFile, Map<Encoding | undefined, Answer>>();

  function prepareAnswer(file: StaticFile, acceptEncoding: string | undefined): Answer | undefined {
    const encoding = file.isCompressible ? chooseEncoding(acceptEncoding) : undefined;
    const answers = prepared.get(file) ?? new Map<Encoding | undefined, Answer>();
    prepared.set(file, answers);
    const known = answers.get(encoding);
    if (known) return known;
    const body = encoding ? file.compressed(encoding) : file.body;
    // The file is not compressed yet. The first request goes through `fetch` and waits for the compression.
    if (!body) return undefined;
    const all = {
      ...describeFile(file, encoding),
      ...(encoding ? { "content-encoding": encoding } : {}),
      "content-length": String(body.byteLength),
      ...siteHeaders(file.contentType),
    };
    const answer = { headers: Object.entries(all).flat(), body };
    answers.set(encoding, answer);
    return answer;
  }

  return ({ method, url = "", headers }, response) => {
    const { host = "" } = headers;
    if ((method !== "GET" && method !== "HEAD") || !PLAIN_PATH.test(url) || !PLAIN_HOST.test(host))
      return false;
    // The page that popups open at has its own headers.
    if (url === POPUP_PATH) return false;
    if (host === humanCheckHost || CONDITIONS.some((name) => headers[name] !== undefined)) return false;
    const file = site.redirectOf(url) === undefined ? site.find(url) : undefined;
    const answer = file && prepareAnswer(file, headers["accept-encoding"]?.toString());
    if (!answer) return false;
    response.writeHead(200, answer.headers);
    response.end(method === "HEAD" ? undefined : answer.body);
    if (answered.hasSubscribers()) answered.publish(routeName(site, url));
    return true;
  };
}
