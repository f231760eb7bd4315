import { processorUs } from "../../bench/processor-time.ts";
import { rawRequest } from "../../support/attacks/raw-requests.ts";
import { sendRaw } from "../../support/send-raw.ts";
import type { Stage } from "../stage.ts";
import type { Row } from "../table.ts";

const CHARACTERS = [...'/ ;,=.-:%@"\\?#&a0_*~'];
const LENGTH = 15_000;
/** Every header that the server's code reads. */
const HEADERS = [
  ...[
    "Accept-Encoding",
    "Authorization",
    "Content-Encoding",
    "Content-Type",
    "Cookie",
    "Host",
    "If-None-Match",
  ],
  ...[
    "If-Range",
    "Origin",
    "Range",
    "Referer",
    "Sec-Fetch-Site",
    "User-Agent",
    "X-Forwarded-For",
    "X-Session",
  ],
];
const PAGES = 2_000;
const REPEATS = 5;
/**
 * A request of this size reads 15 kB more than a page's, and takes the general path through `fetch`. An expression that
 * takes quadratic time costs hundreds of pages.
 */
const MAX_PAGES = 20;

type Request = { name: string; bytes: string };

const request = (line: string, headers: readonly string[], body = ""): string =>
  rawRequest(`${line} HTTP/1.1`, "Host: a", "Connection: close", ...headers) + body;

function requestsOf(character: string): Request[] {
  const long = character.repeat(LENGTH);
  // A character that ends a match late makes an expression try again.
  const value = `a${long}a`;
  const post = (path: string, body: unknown, headers: readonly string[] = []): string => {
    const text = JSON.stringify(body);
    const fixed = ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(text)}`];
    return request(`POST ${path}`, [...fixed, ...headers], text);
  };
  const inPath = encodeURI(long).slice(0, LENGTH);
  return [
    { name: "the path", bytes: request(`GET /${inPath}a`, []) },
    { name: "the query", bytes: request(`GET /api/newsletter/unsubscribe?token=${inPath}a`, []) },
    ...HEADERS.map((name) => ({ name, bytes: request("GET /about", [`${name}: ${value}`]) })),
    ...HEADERS.map((name) => ({
      name: `${name} of a post`,
      bytes: post("/api/newsletter", { email: "no address" }, [`${name}: ${value}`]),
    })),
    { name: "the address", bytes: post("/api/newsletter", { email: `${value}@example.com` }) },
    { name: "the domain", bytes: post("/api/newsletter", { email: `a@${value}` }) },
    { name: "the name", bytes: post("/api/sheets/contact?tabId=responses", [[value, "a", "a"]]) },
    { name: "the message", bytes: post("/api/sheets/contact?tabId=responses", [["a", "a", value]]) },
    { name: "the token", bytes: post("/api/session/token", { held: value }, ["X-Session: new"]) },
  ];
}

/** The processor time of one of many requests, in microseconds. */
async function costOf(pid: number, port: number, bytes: string, count: number): Promise<number> {
  const before = processorUs(pid);
  for (let n = 0; n < count; n++) await sendRaw(port, bytes, 10_000);
  return (processorUs(pid) - before) / count;
}

/** Each repeated character, in each place that the server reads: no request costs much more than a page. */
export async function* costs(stage: Stage): AsyncGenerator<Row> {
  const server = await stage.alone({
    TRUSTED_PROXY_HOPS: "1",
    SESSIONS: "server",
    SESSION_SECRET: "0123456789abcdef".repeat(4),
  });
  const pid = server.program.child.pid ?? 0;
  const page = request("GET /about", []);
  await costOf(pid, server.port, page, PAGES);
  const pageUs = await costOf(pid, server.port, page, PAGES);
  const tried: { name: string; pages: number }[] = [];
  for (const character of CHARACTERS) {
    for (const { name, bytes } of requestsOf(character)) {
      let pages = (await costOf(pid, server.port, bytes, REPEATS)) / pageUs;
      // The kernel counts in hundredths of a second, and a collection of garbage may fall into a short measurement.
      if (pages > MAX_PAGES / 2) pages = (await costOf(pid, server.port, bytes, REPEATS * 10)) / pageUs;
      tried.push({ name: `${JSON.stringify(character)} in ${name}`, pages });
    }
  }
  const worst = tried.toSorted((a, b) => b.pages - a.pages).slice(0, 3);
  yield {
    part: `15,000 times one character: at most ${MAX_PAGES} pages of work`,
    tried: tried.length,
    held: tried.filter(({ pages }) => pages <= MAX_PAGES).length,
    note: `a page costs ${(pageUs / 1000).toFixed(2)} ms; ${worst.map(({ name, pages }) => `${name} ${pages.toFixed(1)}`).join(", ")}`,
  };
  await server.stop();
}
