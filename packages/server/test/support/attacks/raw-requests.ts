/** Sends bytes that no HTTP client would, and returns the response status; 0 if the connection ends without one. */
export type RawAttack = { name: string; bytes: string; status: number };

export const rawRequest = (...lines: string[]): string => `${lines.join("\r\n")}\r\n\r\n`;

const get = (name: string, status: number, ...lines: string[]): RawAttack => ({
  name,
  bytes: rawRequest("GET / HTTP/1.1", ...lines),
  status,
});
const post = (name: string, status: number, lines: string[], body = ""): RawAttack => ({
  name,
  bytes: rawRequest("POST /api/newsletter HTTP/1.1", "Host: a", ...lines) + body,
  status,
});
const JSON_TYPE = "Content-Type: application/json";
const BODY = '{"email":"smuggled@example.com"}';
const LENGTH = `Content-Length: ${BODY.length}`;
const chunked = (size: string): string => `${size}\r\n${BODY}\r\n0\r\n\r\n`;

/**
 * Requests that violate the protocol: each is refused with this status, and none stores anything. Of what Node's parser
 * refuses by itself, one of each kind.
 */
export const RAW_ATTACKS: readonly RawAttack[] = [
  get("no host", 400, "Connection: close"),
  get("two hosts", 400, "Host: a", "Host: b", "Connection: close"),
  get("an expectation that nobody meets", 417, "Host: a", "Expect: the-moon", "Connection: close"),
  get("a host that is an attack", 400, "Host: evil.example/../x", "Connection: close"),
  get("a host with a user", 400, "Host: user@evil.example", "Connection: close"),
  get("a host with a space", 400, "Host: a b", "Connection: close"),
  ...["GET http:// HTTP/1.1", "GET ftp://a/ HTTP/1.1", "GET /\\a HTTP/1.1", "GET /a b HTTP/1.1"].map(
    (line) => ({
      name: line,
      bytes: rawRequest(line, "Host: a"),
      status: 400,
    }),
  ),
  get("a header without end", 431, "Host: a", `X: ${"x".repeat(70_000)}`),
  get("headers without end", 431, "Host: a", ...Array.from({ length: 8_000 }, (_, n) => `X-${n}: 1`)),
  { name: "an address without end", bytes: rawRequest(`GET /${"a".repeat(70_000)} HTTP/1.1`), status: 431 },
  get("a header name with a space", 400, "Host: a", "X Y: 1"),
  get("a header without a name", 400, "Host: a", ": 1"),
  get("a header with NUL", 400, "Host: a", "X: a\0b"),
  get("a folded header", 400, "Host: a", "X: a", " b"),
  { name: "an unknown method", bytes: rawRequest("BREW / HTTP/1.1", "Host: a"), status: 400 },
  { name: "another protocol", bytes: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", status: 400 },
  { name: "HTTP/2 without asking", bytes: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", status: 400 },
  { name: "a tunnel", bytes: rawRequest("CONNECT evil.example:443 HTTP/1.1", "Host: a"), status: 0 },
  post("two lengths", 400, [JSON_TYPE, "Content-Length: 5", "Content-Length: 6"]),
  post("a list of lengths", 400, [JSON_TYPE, "Content-Length: 32, 33"], BODY),
  post("a length and chunks", 400, [JSON_TYPE, "Content-Length: 5", "Transfer-Encoding: chunked"]),
  post("chunks and a length", 400, [JSON_TYPE, "Transfer-Encoding: chunked", "Content-Length: 5"]),
  post("a length with a sign", 400, [JSON_TYPE, "Content-Length: +32"], BODY),
  post("a coding after chunks", 400, [JSON_TYPE, "Transfer-Encoding: chunked, gzip"], chunked("20")),
  ...["", "zz", "f".repeat(17), "5"].map((size) =>
    post(`a chunk of the size ${size}`, 400, [JSON_TYPE, "Transfer-Encoding: chunked"], chunked(size)),
  ),
  post("a type of form", 415, ["Content-Type: text/plain", LENGTH], BODY),
  post("no type", 415, [LENGTH], BODY),
  post(
    "a body in thousands of chunks",
    413,
    [JSON_TYPE, "Transfer-Encoding: chunked"],
    `${"1\r\n \r\n".repeat(2_000)}0\r\n\r\n`,
  ),
  post("a body that is compressed", 415, [JSON_TYPE, "Content-Encoding: gzip", LENGTH], BODY),
  post("a length of a gigabyte", 413, [JSON_TYPE, "Content-Length: 1000000000"]),
  post("an authorization that is no token", 400, [JSON_TYPE, "Authorization: Basic YTpi", LENGTH], BODY),
];

/** Paths that probe for files outside the site. Each gets a file of the site or a 404. */
export const STRAY_PATHS: readonly string[] = [
  "/../package.json",
  "/..%2f..%2fpackage.json",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/assets/../../package.json",
  "/assets/..%5c..%5cpackage.json",
  "/.env",
  "/.git/config",
  "/routes.json",
  "//etc/passwd",
  "/%c0%ae%c0%ae/etc/passwd",
  "/assets/%00main.js",
  "/assets/main-4f3a.js/..",
  "/....//package.json",
  "/api/%6eewsletter/../../x",
  "http://evil.example/etc/passwd",
  "/wp-login.php",
  "/?file=../../etc/passwd#x",
  "/server-status",
];
