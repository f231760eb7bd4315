import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { ask } from "../../server/test/support/ask.ts";
import { newFolder } from "../../server/test/support/folder.ts";
import { listen } from "../../server/test/support/listen.mjs";
import { parseOptions, UsageError } from "../src/command/options.ts";
import { controlWorld } from "../src/fixtures/control.ts";
import { type LocalServicesServer, startLocalServices } from "../src/http/index.ts";
import { endCommandIn, startCommand } from "./support/command.ts";

let server: LocalServicesServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const start = async (...args: string[]) => {
  const started = await startCommand(...args);
  onTestFinished(() => void started.program.child.kill("SIGKILL"));
  return started;
};

/** Runs the command to its end. */
const run = (...args: string[]) => endCommandIn(process.cwd(), ...args);

const statusFor = async (url: string, host: string) => (await ask(url, { headers: { host } })).status;

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

const REFUSED: [args: string[], reason: string][] = [
  [["--port", "high"], '--port must be a whole number from 0 to 65534, not "high".'],
  [["--prot", "1"], "Unknown option '--prot'"],
  [["--action-url", "mail"], '"mail" is no address such as http://localhost:3000.'],
  [["--control-origin", "http://app.test/"], '"http://app.test/" is no origin such as'],
  [["--allowed-host", "services:9099"], '"services:9099" is no host name such as services.'],
  [["--tokens", "none"], '--tokens must be signed or unsigned, not "none".'],
  [["exec", "--port", "0"], "exec needs a command after --."],
  [["exec", "--export-on-exit", "--", "node"], "--export-on-exit needs a folder, or that of --import."],
];

test.each(REFUSED)("the command local-services refuses the invalid arguments %j", (args, reason) => {
  expect(() => parseOptions(args)).toThrow(UsageError);
  expect(() => parseOptions(args)).toThrow(reason);
});

test("the command local-services answers invalid arguments with the reason and its usage", async () => {
  const { code, output } = await run("start");
  expect([code, output]).toEqual([1, expect.stringContaining("Usage: local-services [options]")]);
  expect(output).toContain('There is no command "start".');
});

test("a command that cannot be run ends exec with the reason", async () => {
  const { code, output } = await run("exec", "--port", "0", "--", "no-such-program", "x");
  expect([code, output]).toEqual([1, expect.stringContaining("The command cannot be run: ")]);
});

test("when the port is in use, the command local-services suggests other ports", async () => {
  const { port, close } = await listen(createServer());
  const { code, output } = await run("--port", String(port));
  expect(code).toBe(1);
  expect(output).toContain(`choose others with --port ${port + 10}.`);
  await close();
});

test("the services answer both ports by loopback names, by IP addresses and by allowed names, and no other", async () => {
  server = await startLocalServices({ allowedHosts: ["services", "other-services.test"] });
  const { origin, consentOrigin } = server;
  const path = "/__local/clock";
  for (const host of [
    ...["localhost", "LOCALHOST", "w7.localhost", "127.0.0.1", "[::1]", "10.0.2.2"],
    ...["services", `services:${new URL(origin).port}`, "other-services.test"],
  ])
    expect([host, await statusFor(origin + path, host)]).toEqual([host, 200]);
  for (const host of [
    ...["attacker.example", "localhost.attacker.example", "services.attacker.example"],
    ...["10.0.2.2.example", "other-services"],
  ])
    for (const url of [origin, consentOrigin])
      expect([host, await statusFor(url + path, host)]).toEqual([host, 421]);
});

describe("a data folder", () => {
  let folder: string;
  beforeEach(() => {
    folder = newFolder();
  });
  const post = (origin: string, method: string, fields: object) =>
    fetch(`${origin}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=demo-key`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fields),
    });
  const ada = { email: "ada@example.test", password: "correct horse" };

  test("a second command with the same data folder is refused by name, and starts once the first has stopped", async () => {
    const { program, origin } = await start("--data", folder, "--allowed-host", "Services.test");
    expect(await statusFor(`${origin}/__local/clock`, "services.test")).toBe(200);
    const second = await run("--port", "0", "--data", folder);
    expect(second.code).toBe(1);
    expect(second.output).toContain(`in use by process ${program.child.pid}`);
    expect(second.output).not.toMatch(/DATA_DIR|DATABASE_URL/);
    await expect(startLocalServices({ dataFolder: folder })).rejects.toThrow("The data folder is in use");
    await program.stop();
    server = await startLocalServices({ dataFolder: folder });
  });

  test("a folder whose services failed to start is free again", async () => {
    server = await startLocalServices();
    const port = Number(new URL(server.origin).port);
    await expect(startLocalServices({ port, dataFolder: folder })).rejects.toThrow("is already in use");
    await server.stop();
    server = await startLocalServices({ port, dataFolder: folder });
  });

  test("a killed command loses nothing that it has answered", async () => {
    const { program, origin } = await start("--data", folder);
    expect((await post(origin, "signUp", ada)).status).toBe(200);
    program.child.kill("SIGKILL");
    await program.ended;
    const { origin: next } = await start("--data", folder);
    expect((await post(next, "signInWithPassword", ada)).status).toBe(200);
  });
});
