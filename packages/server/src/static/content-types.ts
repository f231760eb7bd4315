import { extname } from "node:path";

const JSON_TYPE = "application/json; charset=utf-8";

const TYPES: Record<string, string> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: JSON_TYPE,
  webmanifest: "application/manifest+json; charset=utf-8",
  map: JSON_TYPE,
  xml: "application/xml; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  ico: "image/x-icon",
  woff2: "font/woff2",
  woff: "font/woff",
  mp4: "video/mp4",
  webm: "video/webm",
  wasm: "application/wasm",
  pdf: "application/pdf",
};

/** Files with standard names and therefore without an extension. */
const NAMED: Record<string, string> = { ".well-known/passkey-endpoints": JSON_TYPE };

/** With `nosniff` a wrong type makes a file unusable, so an unknown type is a download. */
export const contentTypeOf = (path: string): string =>
  NAMED[path] ?? TYPES[extname(path).slice(1).toLowerCase()] ?? "application/octet-stream";

/** Text compresses well; pictures, fonts and video are compressed already. */
export const isText = (contentType: string): boolean => /charset=utf-8$/.test(contentType);
