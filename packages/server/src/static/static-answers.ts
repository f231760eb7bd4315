import { ACCOUNT_LINK_PAGE, ACCOUNT_LINK_PATH, isAccountLinkMode } from "@tallybin/contract/account-links";
import { errorTexts } from "@tallybin/identity-server/errors/error-texts";
import { headerPartsOf } from "@tallybin/identity-server/http/read-json";
import { escapeText } from "../http/answer-page.ts";
import type { AnswerDirectly } from "../operation/listen.ts";
import { answered } from "../telemetry/observe.ts";
import { HUMAN_CHECK_PATH } from "./headers.ts";
import type { Site } from "./load-site.ts";
import { CALLBACK_PATH } from "./posted-response.ts";
import { createStaticFile, type Encoding, type StaticFile } from "./static-file.ts";

type Fields = Record<string, string>;

/** A whole response. `lines` has the names and values of its headers in turn, which Node writes fastest. */
const createAnswer = (status: number, fields: Fields, body: Uint8Array<ArrayBuffer> | undefined) => ({
  status,
  fields,
  lines: Object.entries(fields).flat(),
  body,
});
type StaticAnswer = ReturnType<typeof createAnswer>;

type StaticRequest = {
  method: string;
  url: URL;
  /** A header's value, by its name in lower case. */
  header: (name: string) => string | undefined;
};

/** No client accepts as many encodings as fit into this. */
const MAX_ACCEPTED = 500;

/** The best encoding that a client accepts; "br;q=0" excludes brotli. */
function chooseEncoding(header: string | undefined): Encoding | undefined {
  const weights = new Map(
    headerPartsOf((header ?? "").slice(0, MAX_ACCEPTED), ",").map((part) => {
      const [name = "", ...parameters] = headerPartsOf(part, ";");
      const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return [name, quality === undefined ? 1 : Number(quality)];
    }),
  );
  const weightOf = (name: Encoding): number => weights.get(name) ?? weights.get("*") ?? 0;
  if (weightOf("br") > 0 && weightOf("br") >= weightOf("gzip")) return "br";
  return weightOf("gzip") > 0 ? "gzip" : undefined;
}

/** One byte range, as video players request it; several ranges get the whole file. */
function parseRange(header: string, size: number) {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  const [, first = "", last = ""] = match;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end };
}

/** Compares ETags weakly, as RFC 9110 §13.1.2 requires for If-None-Match. */
const matchesEtag = (header: string, etag: string | undefined): boolean =>
  header.trim() === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);

/** The result for a text that the sender has chosen; undefined if it is malformed. */
function tryTo<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The page of a mailed link. A browser without JavaScript goes on to the server's own page of the link. */
function createLinkPage(file: StaticFile, { searchParams }: URL): StaticFile {
  const mode = searchParams.get("mode") ?? undefined;
  const oobCode = searchParams.get("oobCode");
  if (!isAccountLinkMode(mode) || !oobCode) return file;
  const address = escapeText(`${ACCOUNT_LINK_PATH}?${new URLSearchParams({ mode, oobCode })}`);
  const refresh = `<head><noscript><meta http-equiv="refresh" content="0;url=${address}"></noscript>`;
  const html = new TextDecoder().decode(file.body).replace("<head>", () => refresh);
  return createStaticFile("link.html", Buffer.from(html), file.cacheControl, { isSentOnce: true });
}

const APP_PATH = /^\/(?:api(?:\/|$)|(?:healthz|readyz)$)/;
/** A path without a backslash, which some programs read as a slash; other targets are left to `fetch`. */
const PLAIN_TARGET = /^\/[^\\]*$/;

/**
 * Answers every path outside the API from prepared bytes: a page, a file, a redirect, or the real 404 page.
 * @param headersOf the security headers of a URL and a content type
 * @param humanCheckHost the host that has the human check's page and the build's scripts, and nothing else
 */
export function createStaticSite(
  site: Site,
  headersOf: (url: URL, contentType?: string) => Fields,
  humanCheckHost: string | undefined,
  onFault: (error: unknown) => void,
) {
  const prepared = new WeakMap<StaticFile, Map<string, StaticAnswer>>();

  function prepareAnswer(file: StaticFile, encoding: Encoding | undefined, url: URL): StaticAnswer {
    const answers = prepared.get(file) ?? new Map<string, StaticAnswer>();
    prepared.set(file, answers);
    const key = `${encoding} ${url.host === humanCheckHost}`;
    const known = answers.get(key);
    if (known) return known;
    const body = encoding ? file.encoded(encoding) : file.body;
    const fields = {
      "content-type": file.contentType,
      "cache-control": file.cacheControl,
      // Each encoding has a tag of its own, because its bytes differ.
      etag: encoding ? `"${file.hash}-${encoding}"` : `"${file.hash}"`,
      "accept-ranges": "bytes",
      ...(file.isCompressible ? { vary: "accept-encoding" } : {}),
      ...(encoding ? { "content-encoding": encoding } : {}),
      "content-length": String(body.byteLength),
      ...headersOf(url, file.contentType),
    };
    const answer = createAnswer(200, fields, body);
    answers.set(key, answer);
    return answer;
  }

  function answerFile(file: StaticFile, { url, header }: StaticRequest): StaticAnswer {
    const range = header("range");
    // A range counts bytes of the uncompressed file, so a ranged response is never compressed.
    const isEncoded = range === undefined && file.isCompressible;
    const whole = prepareAnswer(file, isEncoded ? chooseEncoding(header("accept-encoding")) : undefined, url);
    const { etag } = whole.fields;
    const ifNoneMatch = header("if-none-match");
    if (ifNoneMatch && matchesEtag(ifNoneMatch, etag)) {
      const { "content-encoding": _, "content-length": __, ...fields } = whole.fields;
      return createAnswer(304, fields, undefined);
    }
    const ifRange = header("if-range");
    const part =
      range && (!ifRange || ifRange === etag) ? parseRange(range, file.body.byteLength) : undefined;
    if (!part) return whole;
    const isPartial = part !== "unsatisfiable";
    const body = isPartial ? file.body.subarray(part.start, part.end + 1) : new Uint8Array();
    const sent = isPartial ? `${part.start}-${part.end}` : "*";
    const fields = {
      ...whole.fields,
      "content-range": `bytes ${sent}/${file.body.byteLength}`,
      "content-length": String(body.byteLength),
    };
    return createAnswer(isPartial ? 206 : 416, fields, body);
  }

  const answerText = (url: URL, status: number, text: string, own: Fields): StaticAnswer => {
    const body = text === "" ? undefined : new TextEncoder().encode(text);
    const type = body && { "content-type": "text/plain; charset=utf-8" };
    const length = { "content-length": String(body?.byteLength ?? 0) };
    return createAnswer(status, { ...type, ...own, ...length, ...headersOf(url) }, body);
  };

  /** The name of a path for metrics: a page's own path, or one name for all others. */
  function routeOf(path: string): string {
    if (site.isPage(path)) return path;
    return site.find(path) ? "(file)" : "(unknown)";
  }

  function answerHumanCheck(request: StaticRequest, isRead: boolean): StaticAnswer {
    const { pathname } = request.url;
    const file = pathname === HUMAN_CHECK_PATH ? site.humanCheck : site.findAsset(pathname);
    if (file && isRead) return answerFile(file, request);
    const headers = { "cache-control": "no-store" };
    return answerText(request.url, 404, "There is nothing at this address.\n", headers);
  }

  function answerSite(request: StaticRequest, isRead: boolean): StaticAnswer {
    const { url, header } = request;
    const { pathname, search } = url;
    if (!isRead) return answerText(url, 405, "This address can only be read.\n", { allow: "GET, HEAD" });
    const path = tryTo(() => decodeURIComponent(pathname));
    const moved = path === undefined ? undefined : site.redirectOf(path);
    if (moved) {
      const location = encodeURI(moved.path) + search;
      return answerText(url, moved.status, "", { location, "cache-control": moved.cacheControl });
    }
    // A path has one spelling: caches and logs would take others for other paths.
    const file = path !== undefined && encodeURI(path) === pathname ? site.find(path) : undefined;
    if (file) return answerFile(pathname === ACCOUNT_LINK_PAGE ? createLinkPage(file, url) : file, request);
    const missing = site.notFound(pathname);
    const encoding = missing.isCompressible ? chooseEncoding(header("accept-encoding")) : undefined;
    return { ...prepareAnswer(missing, encoding, url), status: 404 };
  }

  /** Undefined for a request to the API. The Host header decides between the two origins. */
  function answerStatic(request: StaticRequest): StaticAnswer | undefined {
    const { method, url } = request;
    const isHumanCheck = url.host === humanCheckHost;
    const isForApp = APP_PATH.test(url.pathname) || (method === "POST" && url.pathname === CALLBACK_PATH);
    // A client that forges the Host header reaches less, not more.
    if (isForApp && !isHumanCheck) return undefined;
    try {
      const isRead = method === "GET" || method === "HEAD";
      const answer = isHumanCheck ? answerHumanCheck(request, isRead) : answerSite(request, isRead);
      if (answered.hasSubscribers())
        answered.publish({ route: routeOf(url.pathname), status: answer.status });
      return method === "HEAD" ? { ...answer, body: undefined } : answer;
    } catch (error) {
      onFault(error);
      answered.publish({ route: "(unknown)", status: 500 });
      const fields = { "content-type": "text/plain; charset=utf-8", ...headersOf(url) };
      return createAnswer(500, fields, new TextEncoder().encode(`${errorTexts.internal}\n`));
    }
  }

  return {
    answerFetch({ method, headers: given }: Request, url: URL): Response | undefined {
      const header = (name: string) => given.get(name) ?? undefined;
      const found = answerStatic({ method, url, header });
      if (!found) return undefined;
      const { status, fields, body } = found;
      return new Response(body, { status, headers: fields });
    },
    answerDirectly: (({ method = "", url: target = "", headers }, response) => {
      if (!PLAIN_TARGET.test(target)) return false;
      const url = tryTo(() => new URL(`http://${headers.host ?? "localhost"}${target}`));
      const header = (name: string) => headers[name]?.toString();
      const given = url && answerStatic({ method, url, header });
      if (given) response.writeHead(given.status, given.lines).end(given.body);
      return given !== undefined;
    }) satisfies AnswerDirectly,
  };
}
