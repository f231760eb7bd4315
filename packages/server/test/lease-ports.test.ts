import { createServer } from "node:net";
import { expect, test } from "vitest";
import { leasePorts } from "./support/lease-ports.mjs";

test("concurrent leases of ports do not overlap", async () => {
  const ports = await Promise.all(Array.from({ length: 40 }, leasePorts));
  const blocks = new Set(ports.map((port) => Math.floor(port / 10)));
  expect(blocks.size).toBe(40);
});

test("a server can listen on a leased port and on its two neighbors", async () => {
  const port = await leasePorts();
  for (const each of [port - 1, port, port + 1]) {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(each, "127.0.0.1", resolve);
    });
    await new Promise((resolve) => server.close(resolve));
  }
});
