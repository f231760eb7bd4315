import { rmSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseEnvironment } from "../src/environment/environment.ts";
import { createFetchServer, type Listener, listen } from "../src/operation/listen.ts";
import { createSite } from "../src/site.ts";
import { ENVIRONMENT } from "./support/environment.ts";
import { writeSite } from "./support/fixture-site.ts";
import { leasePorts } from "./support/lease-ports.mjs";
import { noDatabase } from "./support/no-database.ts";
import { sendRaw, statusOf } from "./support/send-raw.ts";

/** Requests of load balancers and their health checks, over a real connection. */

const PORT = await leasePorts();
const siteFolder = writeSite();
let listener: Listener;
beforeAll(async () => {
  const site = createSite({ config: parseEnvironment(ENVIRONMENT), database: noDatabase(), siteFolder });
  listener = await listen(createFetchServer(site.fetch, site.answerDirectly), "127.0.0.1", PORT);
});
afterAll(async () => {
  await listener.stop(0);
  rmSync(siteFolder, { recursive: true, force: true });
});

test.each([
  ["/healthz", 200],
  ["/", 200],
  ["/technology", 301],
])("an HTTP/1.0 probe of %s without a Host header is answered with %i", async (path, status) => {
  const answer = await sendRaw(PORT, `GET ${path} HTTP/1.0\r\n\r\n`, 5_000);
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
  const response = await fetch(`http://127.0.0.1:${PORT}/`);
  const seconds = Number(/timeout=(\d+)/.exec(response.headers.get("keep-alive") ?? "")?.[1]);
  expect(seconds).toBeGreaterThan(600);
});
