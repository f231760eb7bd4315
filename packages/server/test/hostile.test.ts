import { METHODS } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { MAX_BODY_BYTES, readJson } from "@tallybin/identity-server/http/read-json";
import { MAX_TOKEN_BYTES } from "@tallybin/identity-server/tokens/id-token";
import * as fc from "fast-check";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { parseEnvironment } from "../src/environment/environment.ts";
import { createFetchServer, listen } from "../src/operation/listen.ts";
import { createSite } from "../src/site.ts";
import { RAW_ATTACKS, rawRequest, STRAY_PATHS } from "./support/attacks/raw-requests.ts";
import { fakeDatabase } from "./support/databases.ts";
import { ENVIRONMENT } from "./support/environment.ts";
import { writeSite } from "./support/fixture-site.ts";
import { newFolder } from "./support/folder.ts";
import { sendRaw, statusOf } from "./support/send-raw.ts";

const RUNS = 60;

/** A database that allows everything and records its queries. */
const asked: string[] = [];
const database = () =>
  fakeDatabase(async ({ text, values }) => {
    asked.push(text);
    return { rows: values.flat().map((key) => ({ key })), rowCount: 1 };
  });
/** Every table counts but that of the limits. */
const stored = (): string[] => asked.filter((text) => /insert into (?!rate_limits)/.test(text));

const siteFolder = writeSite(newFolder(afterAll));
const config = parseEnvironment({ ...ENVIRONMENT, ORIGIN: "https://www.tallybin.example" });
const site = createSite({ config, database: database(), siteFolder });
const server = createFetchServer(site.fetch, site.answerDirectly, 0, site.refusalHeaders);
const listener = await listen(server, "127.0.0.1", 0);
const { port } = server.address() as AddressInfo;
const origin = `http://127.0.0.1:${port}`;
afterAll(async () => {
  await listener.stop(0);
  await site.close();
});

const raw = (bytes: string | Buffer, waitMs?: number): Promise<string> =>
  sendRaw(port, bytes, waitMs ?? 1_500, waitMs ?? 10_000);

/** Each endpoint of a form, and a body that it stores. */
const ENDPOINTS: [path: string, body: unknown][] = [
  ["/api/newsletter", { email: "alice@example.com" }],
  ["/api/sheets/contact?tabId=responses", [["Alice", "alice@example.com", "Hello"]]],
];

const expectRefused = async (response: Response, statuses: number[], name = ""): Promise<void> => {
  const text = await response.text();
  expect(statuses, `${name} ${text}`).toContain(response.status);
  const body = JSON.parse(text) as Record<string, unknown>;
  expect(new Set(Object.keys(body))).toEqual(new Set(["status", "code", "message", "data"]));
  expect(body["status"]).toBe("error");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("content-security-policy")).toContain("script-src 'self'; style-src 'self';");
};

const post = (
  path: string,
  body: BodyInit | null,
  headers: Record<string, string> = {},
  method = "POST",
): Promise<Response> =>
  fetch(origin + path, { method, body, headers: { "content-type": "application/json", ...headers } });

const withNothingStored = async (work: () => Promise<unknown>): Promise<void> => {
  asked.length = 0;
  await work();
  expect(stored()).toEqual([]);
  expect((await fetch(`${origin}/healthz`)).status, "the server is alive").toBe(200);
};

test.each(ENDPOINTS)(
  "a request to %s sends the database one query, which includes the limits",
  async (path, body) => {
    asked.length = 0;
    expect((await post(path, JSON.stringify(body))).status).toBe(200);
    expect(asked).toHaveLength(1);
    expect(stored()).toHaveLength(1);
  },
);

test("a request may carry the largest ID token in its header, and the response to a larger header names its fault", async () => {
  const body = JSON.stringify({ email: "alice@example.com" });
  const send = (token: string) => post("/api/newsletter", body, { authorization: `Bearer ${token}` });
  expect((await send("x".repeat(MAX_TOKEN_BYTES))).status, "the token is read, and is none").toBe(401);
  const larger = await send("x".repeat(MAX_TOKEN_BYTES + 1));
  expect([larger.status, await larger.json()]).toMatchObject([
    413,
    { message: `The ID token is larger than ${MAX_TOKEN_BYTES} bytes.` },
  ]);
  expect((await send("x".repeat(2 * MAX_TOKEN_BYTES))).status).toBe(431);
});

describe.each(ENDPOINTS)("%s", (path) => {
  test("each endpoint refuses JSON of a wrong shape", async () => {
    await withNothingStored(() =>
      fc.assert(
        fc.asyncProperty(fc.json({ maxDepth: 12 }), async (json) => {
          await expectRefused(await post(path, json), [400]);
        }),
        { numRuns: RUNS },
      ),
    );
  });

  test("each endpoint refuses bytes that are not JSON", async () => {
    await withNothingStored(() =>
      fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
          await expectRefused(await post(path, Buffer.from([0xff, ...bytes])), [400]);
        }),
        { numRuns: RUNS },
      ),
    );
  });

  test("each endpoint refuses bodies that are no text, no JSON, too deep or too large", async () => {
    const bodies: [name: string, body: string | Buffer<ArrayBuffer>, status: number][] = [
      ["nothing", "", 400],
      ["a UTF-16 body", Buffer.from('\ufeff{"email":"a@b.example"}', "utf16le"), 400],
      ["a Latin-1 letter", Buffer.from('{"email":"j\u00fcrgen@b.example"}', "latin1"), 400],
      ["deeply nested JSON", "[".repeat(20_000) + "]".repeat(20_000), 400],
      ["JSON nested one level too deep", `${'{"a":'.repeat(9)}1${"}".repeat(9)}`, 400],
      ["a body one byte too large", `"${"a".repeat(MAX_BODY_BYTES - 1)}"`, 413],
      ["a body of a megabyte", "a".repeat(1_000_000), 413],
      ["a number out of range", "1e999999", 400],
      ["a prototype", '{"__proto__":{"email":"a@b.example"},"constructor":1}', 400],
      ["trailing text", '{"email":"a@b.example"} extra', 400],
    ];
    await withNothingStored(async () => {
      for (const [name, body, status] of bodies) await expectRefused(await post(path, body), [status], name);
    });
  });

  test("each endpoint refuses another type and a compressed body", async () => {
    const body = '{"email":"a@b.example"}';
    await withNothingStored(async () => {
      for (const headers of [
        { "content-type": "text/plain" },
        { "content-type": "multipart/form-data; boundary=x" },
        { "content-type": "application/json; charset=utf-16" },
        { "content-type": "application/jsonp" },
        { "content-type": "" },
        { "content-encoding": "gzip" },
        { "content-encoding": "br, br" },
      ])
        await expectRefused(await post(path, body, headers), [415], JSON.stringify(headers));
    });
  });

  test("each endpoint refuses other methods and lists the methods that it accepts", async () => {
    // The parser of Node 20.19.0 does not know QUERY and refuses it by itself.
    const newest = METHODS.filter((method) => method === "QUERY");
    await withNothingStored(async () => {
      for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", ...newest]) {
        const response = await fetch(origin + path, { method });
        expect([method, response.status, response.headers.get("allow")]).toEqual([method, 405, "POST"]);
      }
    });
  });

  test("a page of another site cannot read a response", async () => {
    const response = await fetch(origin + path, {
      method: "OPTIONS",
      headers: {
        origin: "https://evil.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

describe("over the wire", () => {
  test("each raw request that violates the protocol is refused", async () => {
    await withNothingStored(async () => {
      const answers = await Promise.all(RAW_ATTACKS.map(({ bytes }) => raw(bytes)));
      expect(answers.map((answer, n) => [RAW_ATTACKS[n]?.name, statusOf(answer)])).toEqual(
        RAW_ATTACKS.map(({ name, status }) => [name, status]),
      );
      const bare = answers.filter(
        (answer) => statusOf(answer) > 0 && !/\nstrict-transport-security: /i.test(answer),
      );
      expect(bare).toEqual([]);
    });
  });

  test("the path of a probe reads no file outside the site and redirects to no other origin", async () => {
    await withNothingStored(async () => {
      for (const path of STRAY_PATHS) {
        const answer = await raw(rawRequest(`GET ${path} HTTP/1.1`, "Host: a.example", "Connection: close"));
        expect([200, 400, 404], path).toContain(statusOf(answer));
        expect(answer, path).not.toMatch(/root:|"workspaces"|location: (?:https?:)?\/\//i);
        if (statusOf(answer) === 200) expect(answer, path).toContain("<h1>index</h1>");
      }
    });
  });

  // A client library cannot send this method.
  test("TRACE of a page, a file and an endpoint is refused", async () => {
    for (const path of ["/", "/assets/main-4f3a.js", "/api/newsletter"]) {
      const answer = await raw(rawRequest(`TRACE ${path} HTTP/1.1`, "Host: a", "Connection: close"));
      expect([path, statusOf(answer)]).toEqual([path, 405]);
    }
  });

  test("another spelling of a page's path is no second address of it", async () => {
    for (const path of [
      ...["/about;x", "/%61bout", "/about%00", "/about%2f", "/auth/signin;x", "/auth/x%00", "/auth/x%2fy"],
    ]) {
      const answer = await raw(rawRequest(`GET ${path} HTTP/1.1`, "Host: a.example", "Connection: close"));
      expect([301, 404], path).toContain(statusOf(answer));
    }
  });

  test("a connection that sends its headers too slowly is closed, also if the client keeps its side open", async () => {
    const server = createFetchServer(site.fetch);
    server.headersTimeout = 100;
    const slow = await listen(server, "127.0.0.1", 0);
    const client = connect({
      port: (server.address() as AddressInfo).port,
      host: "127.0.0.1",
      allowHalfOpen: true,
    });
    client.write("GET / HTTP/1.1\r\nHost: a\r\n");
    const count = () =>
      new Promise<number>((resolve) => server.getConnections((_, connections) => resolve(connections)));
    await expect.poll(count).toBe(1);
    client.resume();
    await expect.poll(count, { timeout: 20_000 }).toBe(0);
    client.destroy();
    await slow.stop(0);
  });

  test.each([
    ["/healthz", 200],
    ["/", 200],
    ["/technology", 301],
  ])("an HTTP/1.0 probe of %s without a Host header is answered with %i", async (path, status) => {
    const answer = await raw(`GET ${path} HTTP/1.0\r\n\r\n`);
    expect(statusOf(answer)).toBe(status);
    expect(answer).not.toContain("localhost");
  });

  test("the server closes the connection of a client that does not read the response", async () => {
    const body = Buffer.alloc(20_000_000);
    const server = createFetchServer(async () => new Response(body), undefined, 300);
    const slow = await listen(server, "127.0.0.1", 0);
    const ended = new Promise((resolve) =>
      server.once("connection", (socket) => socket.once("close", resolve)),
    );
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1", () => {
      client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    });
    client.pause();
    await ended;
    client.destroy();
    await slow.stop(0);
  });

  test("the server keeps idle connections open longer than any load balancer does", async () => {
    const { headers } = await fetch(origin);
    const seconds = Number(/timeout=(\d+)/.exec(headers.get("keep-alive") ?? "")?.[1]);
    expect(seconds).toBeGreaterThan(600);
  });

  test("a stopping server answers with connection: close, on prepared and on other responses", async () => {
    const server = createFetchServer(site.fetch, site.answerDirectly, 0, site.refusalHeaders);
    const stopping = await listen(server, "127.0.0.1", 0);
    const { port: own } = server.address() as AddressInfo;
    const stopped = stopping.stop(0, 2_000);
    for (const path of ["/", "/api/no-such-call", "/%61bout"]) {
      const answer = await sendRaw(own, rawRequest(`GET ${path} HTTP/1.1`, "Host: a"), 1_500);
      expect(answer.toLowerCase()).toContain("\r\nconnection: close\r\n");
    }
    await stopped;
  });

  test("a host header never appears in a response", async () => {
    for (const path of [
      "/",
      "/about",
      "/technology",
      "/about/",
      "/api/newsletter/unsubscribe?token=x",
      "/robots.txt",
    ]) {
      const answer = await raw(
        rawRequest(
          `GET ${path} HTTP/1.1`,
          "Host: evil.example",
          "X-Forwarded-Host: evil.example",
          "Connection: close",
        ),
      );
      expect(answer, path).not.toContain("evil.example");
    }
  });

  test("random paths are answered only with the site's own files", async () => {
    await withNothingStored(() =>
      fc.assert(
        fc.asyncProperty(fc.webPath(), async (path) => {
          const { status } = await fetch(`${origin}/${path}`, { redirect: "manual" });
          expect([200, 301, 302, 404]).toContain(status);
        }),
        { numRuns: RUNS },
      ),
    );
  });

  test("twenty requests whose bodies stop half-way do not block other requests, and get no response", async () => {
    await withNothingStored(async () => {
      const head = rawRequest(
        "POST /api/newsletter HTTP/1.1",
        "Host: a",
        "Content-Type: application/json",
        "Content-Length: 40",
      );
      const halves = Promise.all(Array.from({ length: 20 }, () => raw(`${head}{"email":"a@b.exa`, 400)));
      expect((await fetch(origin)).status).toBe(200);
      expect(await halves).toEqual(Array(20).fill(""));
    });
  });

  test("the server stops waiting for a slow body and answers 408", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const body = new ReadableStream({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        controller.enqueue(new TextEncoder().encode(" "));
      },
    });
    const headers = { "content-type": "application/json" };
    const request = new Request(`${origin}/api/newsletter`, {
      method: "POST",
      headers,
      body,
      duplex: "half",
    } as RequestInit);
    const slow = { status: 408, code: "request-timeout" };
    const reading = expect(readJson(request)).rejects.toMatchObject(slow);
    await vi.advanceTimersByTimeAsync(10_000);
    await reading;
  });
});
