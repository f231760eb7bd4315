import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openBundle } from "./support/built.ts";
import { ENVIRONMENT } from "./support/environment.ts";
import { leasePorts } from "./support/lease-ports.mjs";
import { listen } from "./support/listen.mjs";
import type { Program } from "./support/program.ts";
import { createLedger, startWriters } from "./support/writers.ts";

const PORT = String(await leasePorts());
/** The largest file that a server with a full disk may write. */
const FULL_KIB = 2_000;

const { folder, dataDir, start } = await openBundle("server");
const node = (
  entry: "serve" | "manage",
  env: Record<string, string | undefined>,
  ...args: string[]
): Program => start([join(folder, `server/${entry}.js`), ...args], env);
const complete = () => ({ ...ENVIRONMENT, PORT, DATA_DIR: dataDir, LOG_LEVEL: "info" });

describe("the production bundle", () => {
  test("the production bundle contains no code of the local services", () => {
    const files = readdirSync(join(folder, "server"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".js"),
    );
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const text = readFileSync(join(folder, "server", file), "utf8");
      for (const needle of [
        "msw",
        "mocks/",
        "__local",
        "demo-project",
        "local-example-key",
        "signInWithPassword",
        "outbox",
      ]) {
        expect(text.includes(needle), `${file} contains ${needle}`).toBe(false);
      }
    }
  });

  test("the production bundle does not start with missing or malformed variables, and names each of them", async () => {
    const program = node("serve", {
      ...complete(),
      FIREBASE_API_KEY: undefined,
      ORIGIN: "example.com",
      PORT: "none",
      DATABASE_URL: "mysql://x",
      SMTP_URL: "smtp://mail.example",
    });
    expect(await program.ended).toEqual({ code: 1, signal: null });
    const [first, ...faults] = program.output().trim().split("\n");
    expect(first).toBe("The configuration cannot be used:");
    expect(faults.map((line) => /^ {2}- (\w+) /.exec(line)?.[1]).sort()).toEqual([
      "DATABASE_URL",
      "FIREBASE_API_KEY",
      "MAIL_FROM",
      "ORIGIN",
      "PORT",
    ]);
  });

  test("the production bundle reports a database server without TLS in one sentence", async () => {
    // The response "N" to the first message of every client that requests TLS.
    const plain = createServer((socket) => socket.once("data", () => socket.write("N")));
    const { port, close } = await listen(plain);
    const program = node("serve", {
      ...complete(),
      DATABASE_URL: `postgres://user:secret-word@127.0.0.1:${port}/db?sslmode=verify-full`,
    });
    expect((await program.ended).code).toBe(1);
    await close();
    expect(program.output()).toMatch(/^The database server does not speak TLS: .*sslmode.*\n$/);
  });

  test("the production bundle reports a full disk in one sentence", async () => {
    const release = join(folder, "roomless");
    for (const name of ["server", "site"])
      cpSync(join(folder, name), join(release, name), { recursive: true });
    mkdirSync(join(release, "database-template"));
    writeFileSync(join(release, "database-template/segment"), Buffer.alloc(2 * FULL_KIB * 1024));
    const env = { ...complete(), DATA_DIR: join(dataDir, "full") };
    // A limit on file sizes fails the same calls as a full disk.
    const limited = `ulimit -f ${FULL_KIB} && exec "${process.execPath}" "${join(release, "server/serve.js")}"`;
    const program = start(["-c", limited], env, { command: "bash" });
    expect((await program.ended).code).toBe(1);
    expect(program.output()).toBe(
      `There is no room for the database in ${join(env.DATA_DIR, "database")} (EFBIG): make room, 100 MB at least, and start again.\n`,
    );
  });

  test("the production bundle reports an unwritable data folder in one sentence", async () => {
    writeFileSync(join(dataDir, "file"), "");
    const program = node("serve", { ...complete(), DATA_DIR: join(dataDir, "file") });
    expect((await program.ended).code).toBe(1);
    expect(program.output()).toMatch(
      /^The data folder .* cannot be written \(E\w+\): set DATA_DIR to a writable folder\.\n$/,
    );
  });
});

const get = (path: string) => fetch(`http://127.0.0.1:${PORT}${path}`, { headers: { connection: "close" } });

test("a server starts, refuses a second server on its port or folder, keeps its rows and the assets of other releases, and stops in order", async () => {
  const env = {
    ...complete(),
    // Long enough for some requests on a busy machine.
    STOP_DELAY_SECONDS: "3",
    // Answers without a network, which a readiness check would wait for.
    TOKEN_KEYS_URL: `http://127.0.0.1:${PORT}/`,
  };
  mkdirSync(join(dataDir, "assets"), { recursive: true });
  writeFileSync(join(dataDir, "assets/page-0000.js"), "export {};");
  const server = node("serve", env);
  await server.says(/"msg":"ready"/);
  const response = await fetch(`http://127.0.0.1:${PORT}/api/newsletter`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "undefined" },
    body: '{"email":"alice@example.com"}',
  });
  expect(response.status).toBe(200);
  expect(await (await get("/assets/page-0000.js")).text()).toBe("export {};");
  expect(readdirSync(join(dataDir, "assets"))).toContain("main-4f3a.js");

  const samePort = node("serve", { ...env, DATA_DIR: join(dataDir, "other") });
  const sameFolder = node("serve", { ...env, PORT: "4412" });
  expect((await samePort.ended).code).toBe(1);
  expect(samePort.output()).toContain(`Port ${PORT} is already in use`);
  expect((await sameFolder.ended).code).toBe(1);
  expect(sameFolder.output()).toContain("The data folder is in use by process");

  server.child.kill("SIGTERM");
  await expect.poll(async () => (await get("/readyz")).json()).toMatchObject({ status: "stopping" });
  expect((await get("/healthz")).status, "still answers").toBe(200);
  expect(await server.ended).toEqual({ code: 0, signal: null });
  const lines = server
    .output()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ msg }) => msg)).toEqual(["ready", "request", "stopped"]);
  expect(lines[0]).toMatchObject({ release: expect.stringMatching(/^\w+$/) });
  expect(lines[1]).toMatchObject({ method: "POST", path: "/api/newsletter", status: 200 });
  expect(server.output()).not.toMatch(/alice|127\.0\.0\.1/);

  const exported = node("manage", env, "export-subscribers");
  expect((await exported.ended).code).toBe(0);
  expect(exported.output()).toContain("alice@example.com");
  expect(exported.output()).toContain('"audit":"manage.export-subscribers","msg":"audit"');
});

test("a command is refused for a wrong name or if npm's banner would corrupt its export, and ends quietly if its reader closes the pipe", async () => {
  const env = { ...complete(), DATA_DIR: join(dataDir, "exports") };
  const nonsense = node("manage", env, "dance");
  expect((await nonsense.ended).code).toBe(1);
  expect(nonsense.output()).toContain("Usage: npm run manage");
  const loud = node("manage", { ...env, npm_lifecycle_event: "manage" }, "export-messages");
  expect((await loud.ended).code).toBe(1);
  expect(loud.output()).toContain("npm run --silent manage -- export-messages");
  const quiet = { ...env, npm_lifecycle_event: "manage", npm_config_loglevel: "silent", LOG_LEVEL: "warn" };
  const silent = node("manage", quiet, "export-messages");
  expect((await silent.ended).code).toBe(0);
  expect(silent.output()).toBe("\ufeffreceived_at,name,email,message\r\n");
  const manage = `"${process.execPath}" "${join(folder, "server/manage.js")}" export-subscribers`;
  // `true` reads nothing and ends before the first line.
  const piped = start(["-c", `${manage} | true; echo "status \${PIPESTATUS[0]}"`], env, { command: "bash" });
  await piped.ended;
  expect(piped.output()).toContain("status 0");
  expect(piped.output()).not.toMatch(/Error|EPIPE|^ +at /m);
});

test("a server killed during writes loses no row whose request it had answered, and stores none twice", async () => {
  const env = { ...complete(), LIMIT_PER_CLIENT: "10000/1" };
  const server = node("serve", env);
  await server.says(/"msg":"ready"/);
  const ledger = createLedger();
  const writers = startWriters(`http://127.0.0.1:${PORT}`, { count: 4, calls: ["subscription"], ledger });
  await expect.poll(() => ledger.subscribed.size).toBeGreaterThan(20);
  server.child.kill("SIGKILL");
  await server.ended;
  await writers.stop();
  const exported = node("manage", env, "export-subscribers");
  expect((await exported.ended).code).toBe(0);
  const rows = exported.output().trim().split("\r\n").slice(1);
  const stored = rows.map((row) => row.split(",")[0] ?? "");
  expect(stored).toEqual(expect.arrayContaining([...ledger.subscribed]));
  expect(new Set(stored).size).toBe(stored.length);
});
