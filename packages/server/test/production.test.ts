import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Built, buildBundle } from "./support/built.ts";
import { ENVIRONMENT } from "./support/environment.ts";
import { leasePorts } from "./support/lease-ports.mjs";
import { type Program, run } from "./support/program.ts";
import { QUICK_WASM } from "./support/quick-wasm.mjs";

const PORT = String(await leasePorts());
/** The largest file that a server with a full disk may write. */
const FULL_KIB = 2_000;

let built: Built;
let dataDir: string;
const programs: Program[] = [];

beforeAll(async () => {
  built = await buildBundle("server");
  dataDir = mkdtempSync(join(tmpdir(), "tallybin-production-"));
});

afterAll(() => {
  for (const { child } of programs) child.kill("SIGKILL");
  built.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

const node = (
  entry: "serve" | "manage",
  env: Record<string, string | undefined>,
  ...args: string[]
): Program => {
  const program = run([join(built.folder, `server/${entry}.js`), ...args], env);
  programs.push(program);
  return program;
};
const complete = () => ({ ...ENVIRONMENT, PORT, DATA_DIR: dataDir, LOG_LEVEL: "info" });

describe("the production bundle", () => {
  test("the production bundle contains no code of the local services", () => {
    const files = readdirSync(join(built.folder, "server"), { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".js"),
    );
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const text = readFileSync(join(built.folder, "server", file), "utf8");
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

  test.each(["ORIGIN", "FIREBASE_API_KEY", "FIREBASE_PROJECT_ID", "UNSUBSCRIBE_SECRET"])(
    "the production bundle does not start without %s",
    async (name) => {
      const program = node("serve", { ...complete(), [name]: undefined });
      expect(await program.ended).toEqual({ code: 1, signal: null });
      expect(program.output()).toBe(`The configuration cannot be used:\n  - ${name} is missing.\n`);
    },
  );

  test("the production bundle does not start with malformed variables, and names each of them", async () => {
    const program = node("serve", {
      ...complete(),
      ORIGIN: "example.com",
      PORT: "none",
      DATABASE_URL: "mysql://x",
      SMTP_URL: "smtp://mail.example",
    });
    expect((await program.ended).code).toBe(1);
    for (const name of ["ORIGIN", "PORT", "DATABASE_URL", "MAIL_FROM"])
      expect(program.output()).toContain(`  - ${name} `);
    expect(program.output().trim().split("\n")).toHaveLength(5);
  });

  test("the production bundle reports a database server without TLS in one sentence", async () => {
    // The response "N" to the first message of every client that requests TLS.
    const plain = createServer((socket) => socket.once("data", () => socket.write("N")));
    await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
    const { port } = plain.address() as AddressInfo;
    const program = node("serve", {
      ...complete(),
      DATABASE_URL: `postgres://user:secret-word@127.0.0.1:${port}/db?sslmode=verify-full`,
    });
    expect((await program.ended).code).toBe(1);
    plain.close();
    expect(program.output()).toMatch(/^The database server does not speak TLS: .*sslmode.*\n$/);
  });

  test.each([
    {
      release: "a release with a database to copy",
      hasTemplate: true,
      said: (folder: string) =>
        `There is no room for the database in ${folder} (EFBIG): make room, 100 MB at least, and start again.\n`,
    },
    {
      release: "a release without a database to copy",
      hasTemplate: false,
      said: (folder: string) =>
        `The database cannot be made in ${folder}: check that the disk has room and the folder can be written, or set DATA_DIR to another.\n`,
    },
  ])("the production bundle reports a full disk in one sentence: $release", async ({ hasTemplate, said }) => {
    const release = join(built.folder, `roomless-${hasTemplate}`);
    for (const name of ["server", "site"])
      cpSync(join(built.folder, name), join(release, name), { recursive: true });
    if (hasTemplate) {
      mkdirSync(join(release, "database-template"));
      writeFileSync(join(release, "database-template/segment"), Buffer.alloc(2 * FULL_KIB * 1024));
    }
    const env = { ...complete(), DATA_DIR: join(dataDir, `full-${hasTemplate}`) };
    // A limit on file sizes fails the same calls as a full disk.
    const limited = `ulimit -f ${FULL_KIB} && exec "$0" "$@"`;
    const program = run(
      ["-c", limited, process.execPath, QUICK_WASM, join(release, "server/serve.js")],
      env,
      {
        command: "bash",
      },
    );
    programs.push(program);
    expect((await program.ended).code).toBe(1);
    expect(program.output()).toBe(said(join(env.DATA_DIR, "database")));
  });

  test("an export command refuses to run if npm's banner would corrupt the exported file", async () => {
    const env = { ...complete(), DATA_DIR: join(dataDir, "banner"), npm_lifecycle_event: "manage" };
    const loud = node("manage", env, "export-messages");
    expect((await loud.ended).code).toBe(1);
    expect(loud.output()).toContain("npm run --silent manage -- export-messages");
    const quiet = { ...env, npm_config_loglevel: "silent", LOG_LEVEL: "warn" };
    const silent = node("manage", quiet, "export-messages");
    expect((await silent.ended).code).toBe(0);
    expect(silent.output()).toBe("\ufeffreceived_at,name,email,message\r\n");
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

test("a server starts, refuses a second server on its port or folder, keeps its rows and stops in order", async () => {
  const server = node("serve", complete());
  await server.says(/"msg":"ready"/);
  const response = await fetch(`http://127.0.0.1:${PORT}/api/newsletter`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "undefined" },
    body: '{"email":"alice@example.com"}',
  });
  expect(response.status).toBe(200);

  const samePort = node("serve", { ...complete(), DATA_DIR: join(dataDir, "other") });
  const sameFolder = node("serve", { ...complete(), PORT: "4412" });
  expect((await samePort.ended).code).toBe(1);
  expect(samePort.output()).toContain(`Port ${PORT} is already in use`);
  expect((await sameFolder.ended).code).toBe(1);
  expect(sameFolder.output()).toContain("The data folder is in use by process");

  expect(await server.stop()).toEqual({ code: 0, signal: null });
  const lines = server
    .output()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ msg }) => msg)).toEqual(["ready", "request", "stopped"]);
  expect(lines[1]).toMatchObject({ method: "POST", path: "/api/newsletter", status: 200 });
  expect(server.output()).not.toMatch(/alice|127\.0\.0\.1/);

  const exported = node("manage", complete(), "export-subscribers");
  expect((await exported.ended).code).toBe(0);
  expect(exported.output()).toContain("alice@example.com");
  expect(exported.output()).toContain('"audit":"manage.export-subscribers","msg":"audit"');
  const nonsense = node("manage", complete(), "dance");
  expect((await nonsense.ended).code).toBe(1);
  expect(nonsense.output()).toContain("Usage: npm run manage");
});

test("an export ends without a stack trace if its reader closes the pipe", async () => {
  const manage = `"${process.execPath}" "${join(built.folder, "server/manage.js")}" export-subscribers`;
  // `true` reads nothing and ends before the first line.
  const piped = run(["-c", `${manage} | true; echo "status \${PIPESTATUS[0]}"`], complete(), {
    command: "bash",
  });
  programs.push(piped);
  await piped.ended;
  expect(piped.output()).toContain("status 0");
  expect(piped.output()).not.toMatch(/Error|EPIPE|^ +at /m);
});

test("a server copies its assets to DATA_DIR and serves the assets of other releases from that folder", async () => {
  const env = { ...complete(), DATA_DIR: join(dataDir, "retained") };
  mkdirSync(join(env.DATA_DIR, "assets"), { recursive: true });
  writeFileSync(join(env.DATA_DIR, "assets/page-0000.js"), "export {};");
  const server = node("serve", env);
  await server.says(/"msg":"ready"/);
  expect(server.output()).toMatch(/"release":"\w+"/);
  const response = await fetch(`http://127.0.0.1:${PORT}/assets/page-0000.js`);
  expect([response.status, await response.text()]).toEqual([200, "export {};"]);
  expect(readdirSync(join(env.DATA_DIR, "assets"))).toContain("main-4f3a.js");
  expect(await server.stop()).toMatchObject({ code: 0 });
});

test("a stopping server reports on /readyz that it is stopping before it refuses connections", async () => {
  const env = {
    ...complete(),
    DATA_DIR: join(dataDir, "stopping"),
    // Long enough for two requests on a busy machine.
    STOP_DELAY_SECONDS: "5",
    // Answers without a network, which a readiness check would wait for.
    TOKEN_KEYS_URL: `http://127.0.0.1:${PORT}/`,
  };
  const server = node("serve", env);
  await server.says(/"msg":"ready"/);
  const get = (path: string) =>
    fetch(`http://127.0.0.1:${PORT}${path}`, { headers: { connection: "close" } });
  server.child.kill("SIGTERM");
  await expect.poll(async () => (await get("/readyz")).json()).toMatchObject({ status: "stopping" });
  expect((await get("/healthz")).status, "still answers").toBe(200);
  expect(await server.ended).toEqual({ code: 0, signal: null });
});

test("a killed server loses no row whose request it had answered", async () => {
  const env = { ...complete(), DATA_DIR: join(dataDir, "killed"), LIMIT_PER_CLIENT: "10000/1" };
  const server = node("serve", env);
  await server.says(/"msg":"ready"/);
  const acknowledged: string[] = [];
  for (let n = 0; n < 20; n++) {
    const email = `p${n}@example.com`;
    const { status } = await fetch(`http://127.0.0.1:${PORT}/api/newsletter`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email }),
    });
    if (status === 200) acknowledged.push(email);
  }
  server.child.kill("SIGKILL");
  await server.ended;
  const exported = node("manage", env, "export-subscribers");
  expect((await exported.ended).code).toBe(0);
  const rows = exported.output().trim().split("\r\n").slice(1);
  expect(rows.map((row) => row.split(",")[0])).toEqual(acknowledged);
  expect(acknowledged).toHaveLength(20);
});
