import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "../src/database/database.ts";
import { LOCK_ID } from "../src/database/migrate.ts";
import { MIGRATIONS } from "../src/database/migrations.ts";
import { openDatabase } from "../src/database/open-database.ts";
import { parseEnvironment } from "../src/environment/environment.ts";
import { createSite } from "../src/site.ts";
import { buildBundle } from "./support/built.ts";
import { ENVIRONMENT } from "./support/environment.ts";
import { leasePorts } from "./support/lease-ports.mjs";
import { listen } from "./support/listen.mjs";
import { startPostgres } from "./support/postgres.ts";
import { run } from "./support/program.ts";
import { startSilentProxy } from "./support/silent-proxy.ts";

/**
 * Several servers on one PostgreSQL, and what stands between them and it: an outage, a network partition, a failover to
 * a standby, a pooler, a strict isolation level, another server's migration.
 */

const postgres = await startPostgres();
afterAll(() => postgres.remove());
let url: string;
let admin: pg.Client;
beforeEach(async () => {
  url = await postgres.createDatabase();
  admin = new pg.Client({ connectionString: url });
  admin.on("error", () => undefined);
  await admin.connect();
  return async () => {
    vi.useRealTimers();
    await admin.end();
  };
});

const open = (databaseUrl = url, onWait?: () => void): Database => {
  const database = openDatabase({
    databaseUrl,
    databasePoolSize: 4,
    dataDir: "",
    ...(onWait ? { onWait } : {}),
  });
  onTestFinished(() => database.close());
  return database;
};

const LIMITS = { LIMIT_PER_CLIENT: "10000/1", LIMIT_PER_ADDRESS: "10000/1" };
const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

function serve(database = open()) {
  const site = createSite({
    config: parseEnvironment({ ...ENVIRONMENT, ...LIMITS }),
    database,
    fetchKeys: async () =>
      Response.json({ keys: [{ ...publicKey.export({ format: "jwk" }), alg: "RS256", kid: "key" }] }),
  });
  const post = (path: string, body: unknown) =>
    site.fetch(
      new Request(`http://site.test${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  const subscribe = async (email: string) => (await post("/api/newsletter", { email })).status;
  return {
    ...site,
    post,
    subscribe,
    /** Parallel subscriptions of different people. */
    subscribeAll: (count: number, name: string) =>
      Promise.all(Array.from({ length: count }, (_, n) => subscribe(`${name}${n}@example.com`))),
    async readiness() {
      const response = await site.fetch(new Request("http://site.test/readyz"));
      return [response.status, ((await response.json()) as { database: string }).database];
    },
  };
}
const countSubscribers = async (): Promise<number> =>
  (await admin.query("select count(*)::integer as count from subscribers")).rows[0].count;

/** New connections behave like those of a standby, or of the primary again. The database's name is the address's path. */
const set = (setting: string) =>
  admin.query(`alter database ${new URL(url).pathname.slice(1)} set ${setting}`);
const dropConnections = () =>
  admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
/** Another server's migration, until the returned function is called. */
const holdMigrationLock = async () => {
  await admin.query("select pg_advisory_lock($1)", [LOCK_ID]);
  return () => admin.query("select pg_advisory_unlock($1)", [LOCK_ID]);
};

/** Lets the servers' time-outs pass. @returns the seconds until `work` was over */
async function passTime(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  for (let seconds = 0; ; seconds++) {
    for (let turn = 0; turn < 50 && !isOver; turn++) await new Promise((resolve) => setImmediate(resolve));
    if (isOver) return seconds;
    await vi.advanceTimersByTimeAsync(1_000);
  }
}
const startVirtualTime = () =>
  void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });

describe("several servers", () => {
  test("servers that start together on an empty database run each migration once", async () => {
    const databases = Array.from({ length: 5 }, () => open());
    await Promise.all(databases.map((database) => database.ready()));
    const { rows } = await admin.query("select id from schema_migrations order by id");
    expect(rows).toEqual(MIGRATIONS.map(({ id }) => ({ id })));
  });

  test("the same requests sent to three servers at once make no duplicate rows", async () => {
    const servers = Array.from({ length: 3 }, () => serve());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        servers.flatMap(({ post }) => [
          post("/api/newsletter", { email: `p${n}@example.com` }),
          post("/api/sheets/contact?tabId=responses", [["", `p${n}@example.com`, "Hello"]]),
        ]),
      ).flat(),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await countSubscribers()).toBe(20);
    expect((await admin.query("select * from contact_messages")).rows).toHaveLength(20);
    await Promise.all(servers.map(({ close }) => close()));
  });

  test("the server repeats a statement that failed because of a serialization conflict", async () => {
    await set("default_transaction_isolation = serializable");
    const servers = [serve(), serve()];
    const answers = await Promise.all(servers.map(({ subscribeAll }, n) => subscribeAll(60, `server${n}`)));
    expect(answers.flat().filter((status) => status !== 200)).toEqual([]);
    expect(await countSubscribers()).toBe(120);
    await Promise.all(servers.map(({ close }) => close()));
  });

  test("a database connection plans each statement once, and keeps no session state, because a pooler shares it", async () => {
    const database = openDatabase({ databaseUrl: url, databasePoolSize: 1, dataDir: "" });
    const server = serve(database);
    for (const n of [1, 2, 3]) expect(await server.subscribe(`p${n}@example.com`)).toBe(200);
    const plans = await database.query(
      "select sum(generic_plans + custom_plans)::integer as runs, count(*)::integer as statements from pg_prepared_statements where statement like 'with requests%'",
    );
    expect(plans).toEqual([{ runs: 3, statements: 1 }]);
    const settings = await database.query<{ name: string; source: string }>(
      "select name, source from pg_settings where source in ('client', 'session') or name = 'statement_timeout'",
    );
    expect(settings.filter(({ source }) => source === "session")).toEqual([]);
    // Others are refused by a pooler.
    const atStart = ["application_name", "client_encoding", "DateStyle", "IntervalStyle", "TimeZone"];
    for (const { name, source } of settings) if (source === "client") expect(atStart, name).toContain(name);
    expect(settings).toContainEqual({ name: "statement_timeout", source: "database user" });
    expect(await database.query("select 1 as held from pg_locks where locktype = 'advisory'")).toEqual([]);
    await server.close();
  });

  test("a start waits for another server's migration longer than the limits of a query, and reports that", async () => {
    await set("statement_timeout = '100ms'");
    const release = await holdMigrationLock();
    startVirtualTime();
    let waits = 0;
    const database = open(url, () => waits++);
    const opened = database.ready();
    const isWaiting = async (): Promise<boolean> => {
      const { rows } = await admin.query(
        "select 1 from pg_stat_activity where wait_event = 'advisory' and clock_timestamp() - query_start > interval '300 ms'",
      );
      return rows.length > 0;
    };
    await expect.poll(isWaiting).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(waits).toBeGreaterThan(0);
    // Only Linux shows a connection's timers.
    if (process.platform === "linux") {
      const seconds = keepAliveSeconds(Number(new URL(url).port));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds, "a lost machine is noticed soon").toBeLessThanOrEqual(10);
    }
    await release();
    await opened;
    expect(await countSubscribers()).toBe(0);
  });

  test("a server that starts on an up-to-date database waits for no other server", async () => {
    await open().ready();
    const release = await holdMigrationLock();
    await open().ready();
    await release();
  });
});

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

describe("outages", () => {
  test("the server answers 503 while its connections lead to a standby, and recovers with the first request afterwards", async () => {
    const server = serve();
    expect(await server.subscribe("before@example.com")).toBe(200);
    await set("default_transaction_read_only = on");
    await dropConnections();
    await expect.poll(() => server.subscribe("during@example.com")).toBe(503);
    expect(new Set(await server.subscribeAll(10, "during"))).toEqual(new Set([503]));
    await expect.poll(() => server.readiness()).toEqual([200, "read-only"]);
    await set("default_transaction_read_only = off");
    expect(await server.subscribe("after@example.com")).toBe(200);
    expect(new Set(await server.subscribeAll(20, "after")), "no connection to the standby is left").toEqual(
      new Set([200]),
    );
    await expect.poll(() => server.readiness()).toEqual([200, "writable"]);
    await server.close();
  });

  test("the server answers 503 while the database is lost, and works again once the database is back", async () => {
    const database = open();
    const faults: unknown[] = [];
    const server = serve(database);
    expect(await server.subscribe("before@example.com")).toBe(200);
    expect(await server.readiness()).toEqual([200, "writable"]);
    const busy = database
      .transaction(async (client) => client.query("select pg_sleep(30)"))
      .catch((error: unknown) => faults.push(error));
    await postgres.stop();
    await busy;
    expect(faults).toMatchObject([{ name: "UnavailableError" }]);
    const refused = await server.post("/api/newsletter", { email: "during@example.com" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(await refused.json()).toMatchObject({ status: "error", code: "unavailable" });
    await expect.poll(() => server.readiness()).toEqual([200, "unreachable"]);
    await postgres.start();
    expect(await server.subscribe("after@example.com")).toBe(200);
    await expect.poll(() => server.readiness()).toEqual([200, "writable"]);
    const rows = await database.query("select email from subscribers order by id");
    expect(rows).toEqual([{ email: "before@example.com" }, { email: "after@example.com" }]);
    await server.close();
  });

  /** A server whose database goes silent without closing a connection, as in a network partition. */
  async function serveThroughProxy() {
    const proxy = await startSilentProxy(url);
    onTestFinished(() => proxy.close());
    const server = serve(open(proxy.url));
    expect(await server.subscribe("before@example.com")).toBe(200);
    startVirtualTime();
    proxy.silence();
    return { proxy, server };
  }

  test("the server answers 503 while the database is silent, and serves again once the database responds", async () => {
    const { proxy, server } = await serveThroughProxy();
    const during = server.subscribeAll(30, "during");
    expect(await passTime(during)).toBeLessThan(15);
    expect(await during).toEqual(Array(30).fill(503));
    const state = server.readiness();
    await passTime(state);
    expect(await state, "pages are served").toEqual([200, "unreachable"]);
    proxy.resume();
    vi.useRealTimers();
    await expect.poll(() => server.subscribe("after@example.com"), { timeout: 20_000 }).toBe(200);
    await expect.poll(() => server.readiness()).toEqual([200, "writable"]);
    await proxy.close();
    await server.close();
  });

  test("a server stops while requests wait for a silent database", async () => {
    const { server } = await serveThroughProxy();
    const during = server.subscribeAll(30, "during");
    expect(await passTime(server.close())).toBeLessThan(15);
    await passTime(during);
    expect(await during).not.toContain(200);
  });
});

test("a stop while a silent database opens is no fault, and ends in time", async () => {
  const proxy = await startSilentProxy(url);
  onTestFinished(() => proxy.close());
  proxy.silence();
  startVirtualTime();
  const database = open(proxy.url);
  const ready = database.ready();
  const stopped = Promise.all([ready, database.close()]);
  expect(await passTime(stopped)).toBeLessThan(15);
  await stopped;
});

/** A database server that refuses every connection with a code. @returns its address, with a password */
async function startRefusing(code: string): Promise<string> {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mrefused\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  const refusing = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(Buffer.concat([head, fields])));
  });
  const { port, close } = await listen(refusing);
  onTestFinished(close);
  return `postgres://user:secret-word@127.0.0.1:${port}/db`;
}

describe("a start", () => {
  test.each(["57P03", "53300", "28P01", "42501"])(
    "a start waits for a database that refuses with a passing code, and ends with one sentence for another: %s",
    async (code) => {
      const fault: unknown = await open(await startRefusing(code))
        .ready()
        .catch((error: unknown) => error);
      expect(fault).toMatchObject(
        code.startsWith("5")
          ? { name: "UnavailableError", cause: { code } }
          : { name: "StartError", message: expect.stringContaining(`The database cannot be used (${code})`) },
      );
      expect(String(fault)).not.toContain("secret-word");
    },
  );

  test("a start waits for a database whose name cannot be resolved", async () => {
    const ready = open("postgres://user:secret-word@database.invalid/db").ready();
    await expect(ready).rejects.toMatchObject({ name: "UnavailableError" });
  });

  test("a server that starts while the database is away serves pages, its API once the database responds, and ends with 0 on SIGTERM", async () => {
    const built = await buildBundle("server");
    onTestFinished(built.remove);
    await postgres.stop();
    const port = await leasePorts();
    const program = run([join(built.folder, "server/serve.js")], {
      ...ENVIRONMENT,
      PORT: String(port),
      DATABASE_URL: url,
      LOG_LEVEL: "warn",
      TOKEN_KEYS_URL: `http://127.0.0.1:${port}/`, // answers without a network
    });
    onTestFinished(() => void program.child.kill("SIGKILL"));
    await program.says(/"code":"ECONNREFUSED".*the database is away/);
    const subscribe = async (email: string) =>
      (
        await fetch(`http://127.0.0.1:${port}/api/newsletter`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ email }),
        })
      ).status;
    for (const path of ["/", "/readyz", "/healthz"])
      expect([path, (await fetch(`http://127.0.0.1:${port}${path}`)).status]).toEqual([path, 200]);
    expect(await subscribe("during@example.com")).toBe(503);
    await postgres.start();
    await expect.poll(() => subscribe("after@example.com"), { timeout: 20_000 }).toBe(200);
    expect(await program.stop()).toEqual({ code: 0, signal: null });
  });
});
