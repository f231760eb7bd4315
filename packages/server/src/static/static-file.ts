import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { getMimeType } from "hono/utils/mime";

/** Files with standard names and therefore without an extension. */
const NAMED: Record<string, string> = { ".well-known/passkey-endpoints": "application/json" };

/** With `nosniff` a wrong type makes a file unusable, so an unknown type is a download. */
export function contentTypeOf(path: string): string {
  const type = NAMED[path] ?? getMimeType(path) ?? "application/octet-stream";
  return type.endsWith("json") ? `${type}; charset=utf-8` : type;
}

/** Text compresses well; pictures, fonts and video are compressed already. */
export const isText = (contentType: string): boolean => contentType.endsWith("charset=utf-8");

/** For files with hashed names: a changed file gets a new name. */
export const IMMUTABLE = "public, max-age=31536000, immutable";

export type Encoding = "br" | "gzip";
type Bytes = Uint8Array<ArrayBuffer>;
type Built = Partial<Record<Encoding, Bytes | undefined>>;

export type StaticFile = ReturnType<typeof createStaticFile>;

/** A page at brotli's 9 is a tenth larger than at 11 in half the time; at 1, a third larger in a hundredth of it. */
const compress: Record<Encoding, (body: Bytes, quality: number) => Buffer> = {
  br: (body, quality) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (body, level) => gzipSync(body, { level }),
};

/** Below this size the headers outweigh the savings of compression. */
const MIN_COMPRESSED_BYTES = 512;

/**
 * @param built the build's compressed files; text that the server fills in is compressed on its first request
 * @param isSentOnce the file is made for one request; its compression must not cost much processor time
 */
export function createStaticFile(
  path: string,
  content: Buffer,
  cacheControl: string,
  { built, isSentOnce = false }: { built?: Built; isSentOnce?: boolean } = {},
) {
  const contentType = contentTypeOf(path);
  const isCompressible = isText(contentType) && content.byteLength >= MIN_COMPRESSED_BYTES;
  const body = new Uint8Array(content);
  const encodings: Built = { ...built };
  return {
    contentType,
    cacheControl,
    /** Hash of the content, without quotes; each encoding adds its name, because its bytes differ. */
    hash: createHash("sha256").update(content).digest("base64url").slice(0, 22),
    body,
    isCompressible,
    encoded(encoding: Encoding): Bytes {
      const bytes = encodings[encoding] ?? new Uint8Array(compress[encoding](body, isSentOnce ? 1 : 9));
      encodings[encoding] = bytes;
      return bytes;
    },
  };
}
