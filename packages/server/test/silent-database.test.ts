import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { LOCK_ID } from "../src/database/migrate.ts";
import { openDatabase } from "../src/database/open-database.ts";
import { type Built, buildBundle } from "./support/built.ts";
import { ENVIRONMENT } from "./support/environment.ts";
import { leasePorts } from "./support/lease-ports.mjs";
import { type Postgres, startPostgres } from "./support/postgres.ts";
import { type Program, run } from "./support/program.ts";
import { type SilentProxy, startSilentProxy } from "./support/silent-proxy.ts";

/** A PostgreSQL that stops responding without closing a connection, as in a network partition or a failover. */

let built: Built;
let postgres: Postgres;
let proxy: SilentProxy;
let url: string;
let server: Program | undefined;
let origin = "";

beforeAll(async () => {
  [built, postgres] = await Promise.all([buildBundle("server"), startPostgres()]);
});
afterAll(async () => {
  built.remove();
  await postgres.remove();
});
beforeEach(async () => {
  url = await postgres.createDatabase();
  proxy = await startSilentProxy(url);
});
afterEach(async () => {
  server?.child.kill("SIGKILL");
  await server?.ended;
  server = undefined;
  await proxy.close();
});

async function begin(databaseUrl: string): Promise<Program> {
  const port = String(await leasePorts());
  origin = `http://127.0.0.1:${port}`;
  server = run([join(built.folder, "server/serve.js")], {
    ...ENVIRONMENT,
    PORT: port,
    DATABASE_URL: databaseUrl,
    LIMIT_PER_CLIENT: "10000/1",
    LOG_LEVEL: "info",
    // This address answers without network access. Readiness needs a key list.
    TOKEN_KEYS_URL: `http://127.0.0.1:${port}/`,
  });
  return server;
}

async function start(): Promise<Program> {
  const program = await begin(proxy.url);
  await program.says(/"msg":"ready"/);
  return program;
}

/** A database server that refuses every connection with a code. @returns its address, with a password */
async function startRefusing(code: string): Promise<{ address: string; end(): void }> {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mrefused\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  const refusing = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(Buffer.concat([head, fields])));
  });
  const port = await leasePorts();
  await new Promise<void>((resolve) => refusing.listen(port, "127.0.0.1", resolve));
  return { address: `postgres://user:secret-word@127.0.0.1:${port}/db`, end: () => refusing.close() };
}

/** The seconds until the kernel probes the other side of a connection to a port; 0 without a timer. */
function keepAliveSeconds(port: number): number {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const times = readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[2]?.endsWith(remote) && fields[5]?.startsWith("02:"))
    .map((fields) => Number.parseInt(fields[5]?.slice(3) ?? "0", 16) / 100);
  return Math.max(0, ...times);
}

const subscribe = async (email: string): Promise<number> => {
  const response = await fetch(`${origin}/api/newsletter`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email }),
  });
  return response.status;
};
const databaseState = async (): Promise<unknown> => {
  const response = await fetch(`${origin}/readyz`);
  return ((await response.json()) as { database: unknown }).database;
};

test("the server answers 503 while the database is silent, and serves again once the database responds", async () => {
  await start();
  expect(await subscribe("before@example.com")).toBe(200);
  proxy.silence();
  const during = Array.from({ length: 30 }, (_, n) => subscribe(`during${n}@example.com`));
  expect(await Promise.all(during)).toEqual(Array(30).fill(503));
  expect(await databaseState()).toBe("unreachable");
  expect((await fetch(`${origin}/readyz`)).status, "pages are served").toBe(200);
  expect((await fetch(`${origin}/`)).status).toBe(200);
  expect((await fetch(`${origin}/healthz`)).status, "it recovers on its own").toBe(200);
  proxy.resume();
  await expect.poll(() => subscribe("after@example.com"), { timeout: 20_000 }).toBe(200);
  await expect.poll(databaseState).toBe("writable");
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
});

test("a server that starts while the database is away serves pages, and its API once the database responds", async () => {
  await postgres.stop();
  const program = await begin(url);
  await program.says(/"code":"ECONNREFUSED".*the database is away/);
  expect((await fetch(`${origin}/`)).status).toBe(200);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  expect(await subscribe("during@example.com")).toBe(503);
  await postgres.start();
  await expect.poll(() => subscribe("after@example.com"), { timeout: 20_000 }).toBe(200);
  await program.says(/"msg":"ready"/);
});

test("a server that starts beside a silent database serves pages, and ends with 0 on SIGTERM", async () => {
  proxy.silence();
  const program = await begin(proxy.url);
  await program.says(/the database is away/);
  expect((await fetch(`${origin}/`)).status).toBe(200);
  expect(await program.stop()).toEqual({ code: 0, signal: null });
});

test("a server waits for a database whose name cannot be resolved", async () => {
  const program = await begin("postgres://user:secret-word@database.invalid/db");
  await program.says(/"code":"(?:ENOTFOUND|EAI_AGAIN)".*the database is away/);
  expect((await fetch(`${origin}/`)).status).toBe(200);
  expect(program.output()).not.toContain("secret-word");
});

test.each(["57P03", "53300"])("a server waits for a database that refuses with %s", async (code) => {
  const { address, end } = await startRefusing(code);
  const program = await begin(address);
  await program.says(new RegExp(`"code":"${code}".*the database is away`));
  expect((await fetch(`${origin}/`)).status).toBe(200);
  end();
});

test.each(["28P01", "42501"])("a start ends if the database refuses with %s", async (code) => {
  const { address, end } = await startRefusing(code);
  const program = await begin(address);
  expect((await program.ended).code).toBe(1);
  expect(program.output()).toContain(`The database cannot be used (${code})`);
  expect(program.output()).not.toContain("secret-word");
  end();
});

test("the server exits with code 0 on SIGTERM while requests wait for a silent database", async () => {
  const program = await start();
  expect(await subscribe("before@example.com")).toBe(200);
  proxy.silence();
  const during = Array.from({ length: 30 }, (_, n) => subscribe(`during${n}@example.com`).catch(() => 0));
  await databaseState();
  expect(await program.stop()).toEqual({ code: 0, signal: null });
  await Promise.all(during);
});

test("the server waits for another server's migration longer than the time limit of a query", async () => {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await other.query("select pg_advisory_lock($1)", [LOCK_ID]);
  const database = openDatabase({ databaseUrl: proxy.url, databasePoolSize: 2, dataDir: "" });
  const opened = database.ready();
  const waitedSeconds = async (): Promise<number> => {
    const { rows } = await other.query<{ seconds: number }>(
      `select coalesce(max(extract(epoch from now() - query_start)), 0)::float8 as seconds
        from pg_stat_activity where wait_event = 'advisory'`,
    );
    return rows[0]?.seconds ?? 0;
  };
  // Only Linux shows a connection's timers.
  if (process.platform === "linux") {
    const { port } = new URL(proxy.url);
    await expect.poll(() => keepAliveSeconds(Number(port))).toBeGreaterThan(0);
    expect(keepAliveSeconds(Number(port)), "a lost machine is noticed soon").toBeLessThanOrEqual(10);
  }
  await expect.poll(waitedSeconds, { interval: 200 }).toBeGreaterThan(7);
  await other.query("select pg_advisory_unlock($1)", [LOCK_ID]);
  await opened;
  expect(await database.query("select count(*)::integer as count from subscribers")).toEqual([{ count: 0 }]);
  await Promise.all([database.close(), other.end()]);
});
