import { rmSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseEnvironment } from "../../src/environment/environment.ts";
import { createFetchServer } from "../../src/operation/listen.ts";
import { createSite } from "../../src/site.ts";
import { noDatabase } from "../support/databases.ts";
import { ENVIRONMENT } from "../support/environment.ts";
import { writeSite } from "../support/fixture-site.ts";

const siteFolder = writeSite();
const site = createSite({ config: parseEnvironment(ENVIRONMENT), database: noDatabase(), siteFolder });
let direct = 0;
const servers = [
  createFetchServer(site.fetch),
  createFetchServer(site.fetch, (request, response) => {
    const isAnswered = site.answerDirectly(request, response);
    if (isAnswered) direct++;
    return isAnswered;
  }),
];
beforeAll(() =>
  Promise.all(servers.map((server) => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)))),
);
afterAll(async () => {
  for (const server of servers) server.close();
  await site.close();
  rmSync(siteFolder, { recursive: true, force: true });
});

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: string };

const ask = (port: number, method: string, path: string, headers: Record<string, string>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest({ port, method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { date, ...rest } = response.headers;
        expect(date).toBeDefined();
        resolve({
          status: response.statusCode,
          headers: rest,
          body: Buffer.concat(chunks).toString("base64"),
        });
      });
    });
    sent.on("error", reject).end();
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
  const [slow = 0, fast = 0] = servers.map((server) => (server.address() as AddressInfo).port);
  for (const path of PATHS) {
    const calls = HEADERS.flatMap((headers) =>
      ["GET", "HEAD", "POST"].map((method) => ({ method, headers })),
    );
    const answersOf = (port: number) =>
      Promise.all(
        calls.map(async ({ method, headers }) => {
          const answer = await ask(port, method, path, headers);
          delete answer.headers["x-request-id"];
          return { method, path, sent: headers, ...answer };
        }),
      );
    expect(await answersOf(fast)).toEqual(await answersOf(slow));
  }
  expect(direct, "uses the fast path").toBeGreaterThan(60);
});
