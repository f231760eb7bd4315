import { afterAll, expect, test } from "vitest";
import { parseEnvironment } from "../../src/environment/environment.ts";
import { createFetchServer } from "../../src/operation/listen.ts";
import { createSite } from "../../src/site.ts";
import { ask } from "../support/ask.ts";
import { noDatabase } from "../support/databases.ts";
import { ENVIRONMENT } from "../support/environment.ts";
import { writeSite } from "../support/fixture-site.ts";
import { newFolder } from "../support/folder.ts";
import { listen } from "../support/listen.mjs";

const siteFolder = writeSite(newFolder(afterAll));
const site = createSite({ config: parseEnvironment(ENVIRONMENT), database: noDatabase(), siteFolder });
let direct = 0;
const slow = await listen(createFetchServer(site.fetch));
const fast = await listen(
  createFetchServer(site.fetch, (request, response) => {
    const isAnswered = site.answerDirectly(request, response);
    if (isAnswered) direct++;
    return isAnswered;
  }),
);
afterAll(async () => {
  for (const { close } of [slow, fast]) await close();
  await site.close();
});

const PATHS = [
  ...[
    "/",
    "/about",
    "/dashboard",
    "/auth/signin",
    "/auth/anything",
    "/oauth/popup",
    "/assets/main-4f3a.js",
    "/media/loop.mp4",
  ],
  ...["/robots.txt", "/.well-known/security.txt", "/technology", "/about/", "/missing", "/routes.json"],
  ...["/about?x=1", "/%61bout", "//about", "/./about", "/assets/../about", "/healthz", "/api/newsletter"],
];
const HEADERS: Record<string, string>[] = [
  {},
  { "accept-encoding": "gzip, deflate, br" },
  { "accept-encoding": "br", "user-agent": "Chrome/156.0.0.0 Safari/537.36" },
  { "accept-encoding": "br", "user-agent": "Version/26.0 Safari/605.1.15" },
  { "accept-encoding": "gzip;q=1, br;q=0" },
  { "if-none-match": "*" },
  { range: "bytes=0-9" },
  { host: "other.example" },
];

test("a response on the direct path equals fetch's response in every byte and header", async () => {
  for (const path of PATHS) {
    const calls = HEADERS.flatMap((headers) =>
      ["GET", "HEAD", "POST"].map((method) => ({ method, path, headers })),
    );
    const answersOf = ({ origin }: typeof slow) =>
      Promise.all(
        calls.map(async (call) => {
          const { status, body, headers } = await ask(origin, call);
          const { date, "x-request-id": _, ...own } = headers;
          expect(date).toBeDefined();
          return { call, status, headers: own, body: body.toString("base64") };
        }),
      );
    expect(await answersOf(fast)).toEqual(await answersOf(slow));
  }
  expect(direct, "uses the fast path").toBeGreaterThan(60);
});
