import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { controlWorld } from "../src/fixtures/control.ts";
import { type LocalServicesServer, startLocalServices } from "../src/http/index.ts";

let server: LocalServicesServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const CLI = fileURLToPath(new URL("../src/cli.ts", import.meta.url));

/** Runs the command to its end. */
const run = async (...args: string[]) => {
  const child = spawn(process.execPath, ["--import", "tsx", CLI, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  const [code] = await once(child, "close");
  return { code, output };
};

test("controlWorld controls a world over HTTP, and its drop() removes the world", async () => {
  server = await startLocalServices({ projectId: "demo-project" });
  const world = controlWorld(server.origin, "world-7");
  const { email, uid } = await world.load("unverified");
  expect((await world.outbox.latest(email)).type).toBe("VERIFY_EMAIL");
  await world.clock.freeze();
  const begin = await world.clock.now();
  await world.clock.advance(1000);
  expect(await world.clock.now()).toBe(begin + 1000);
  expect((await world.issueSession(uid)).projectId).toBe("world-7");
  await world.failures.add({ endpoint: "token", fault: { kind: "status", status: 503 } });
  expect(server.services.failures.list()).toEqual([]);
  await expect(world.load("no such scene")).rejects.toThrow('There is no scenario "no such scene".');
  await world.drop();
  expect(server.services.listWorlds()).toEqual([]);
});

test("if no local services run at the address, the error says so and names the address", async () => {
  await expect(controlWorld("http://localhost:1", "w1").load("fresh")).rejects.toThrow(
    "No local services answer at http://localhost:1. Start them before the tests.",
  );
});

test("after stop(), both ports of the local services are free again", async () => {
  server = await startLocalServices();
  const port = Number(new URL(server.origin).port);
  expect(new URL(server.consentOrigin).port).toBe(String(port + 1));
  expect(await (await fetch(server.origin)).json()).toMatchObject({ authEmulator: { ready: true } });
  await server.stop();
  server = await startLocalServices({ port });
});

test.each([
  [["--port", "high"], '--port must be a whole number from 0 to 65534, not "high".'],
  [["--prot", "1"], "Unknown option '--prot'"],
  [["--action-url", "mail"], '"mail" is no address such as http://localhost:3000.'],
])(
  "the command local-services refuses the arguments %s, with the reason and its usage",
  async (args, reason) => {
    const { code, output } = await run(...args);
    expect(code).toBe(1);
    expect(output).toContain(reason);
    expect(output).toContain("Usage: local-services [options]");
  },
);

test("when the port is in use, the command local-services suggests other ports", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { code, output } = await run("--port", String(port));
  expect(code).toBe(1);
  expect(output).toContain(`choose others with --port ${port + 10}.`);
  taken.close();
});
