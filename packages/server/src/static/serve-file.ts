import { headerPartsOf } from "@tallybin/identity-server/internal";
import type { Encoding, StaticFile } from "./static-file.ts";

type Range = { start: number; end: number };

/** No client accepts as many encodings as fit into this. */
const MAX_ACCEPTED = 500;

/** The best encoding that a client accepts; "br;q=0" excludes brotli. */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
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
function parseRange(header: string, size: number): Range | "unsatisfiable" | undefined {
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
const matchesEtag = (header: string, etag: string): boolean =>
  header.trim() === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);

/** Headers of a file in one encoding, for the whole file or a part. */
export const describeFile = (file: StaticFile, encoding: Encoding | undefined): Record<string, string> => ({
  "content-type": file.contentType,
  "cache-control": file.cacheControl,
  etag: encoding ? `"${file.hash}-${encoding}"` : `"${file.hash}"`,
  "accept-ranges": "bytes",
  ...(file.isCompressible ? { vary: "accept-encoding" } : {}),
});

/** Answers a GET or HEAD with a file: conditional, ranged and compressed as the request asks. */
export async function serveFile(
  file: StaticFile,
  request: Request,
  status: 200 | 404 = 200,
): Promise<Response> {
  const range = status === 200 ? request.headers.get("range") : null;
  // A range counts bytes of the uncompressed file, so a ranged response is never compressed.
  const isEncoded = !range && file.isCompressible;
  const encoding = isEncoded
    ? chooseEncoding(request.headers.get("accept-encoding") ?? undefined)
    : undefined;
  const encoded = encoding ? await file.encoded(encoding) : undefined;
  const body = encoded ?? file.body;
  const headers = new Headers(describeFile(file, encoding));
  const etag = headers.get("etag") ?? "";
  const ifNoneMatch = request.headers.get("if-none-match");
  if (status === 200 && ifNoneMatch && matchesEtag(ifNoneMatch, etag))
    return new Response(null, { status: 304, headers });
  if (encoding) headers.set("content-encoding", encoding);

  const ifRange = request.headers.get("if-range");
  const wanted = range && (!ifRange || ifRange === etag) ? parseRange(range, body.byteLength) : undefined;
  if (wanted === "unsatisfiable") {
    headers.set("content-range", `bytes */${body.byteLength}`);
    return new Response(null, { status: 416, headers });
  }
  const slice = wanted ? body.subarray(wanted.start, wanted.end + 1) : body;
  if (wanted) headers.set("content-range", `bytes ${wanted.start}-${wanted.end}/${body.byteLength}`);
  headers.set("content-length", String(slice.byteLength));
  return new Response(request.method === "HEAD" ? null : slice, { status: wanted ? 206 : status, headers });
}
