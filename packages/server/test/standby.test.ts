import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "../src/database/database.ts";
import { LOCK_ID } from "../src/database/migrate.ts";
import { openDatabase } from "../src/database/open-database.ts";
import { parseEnvironment } from "../src/environment/environment.ts";
import { createSite } from "../src/site.ts";
import { ENVIRONMENT } from "./support/environment.ts";
import { type Postgres, startPostgres } from "./support/postgres.ts";

/** What stands between the server and its database: a failover to a standby, a pooler, a strict isolation level. */

let postgres: Postgres;
let url: string;
let admin: pg.Client;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());
beforeEach(async () => {
  url = await postgres.createDatabase();
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  return () => admin.end();
});

const open = (onWait?: () => void): Database =>
  openDatabase({ databaseUrl: url, databasePoolSize: 10, dataDir: "", ...(onWait ? { onWait } : {}) });

function serve(database: Database) {
  const env = { ...ENVIRONMENT, LIMIT_PER_CLIENT: "10000/1", LIMIT_PER_ADDRESS: "10000/1" };
  const site = createSite({
    config: parseEnvironment(env),
    database,
    fetchKeys: () => Promise.reject(new TypeError("no network")),
  });
  const subscribe = async (email: string): Promise<number> => {
    const response = await site.fetch(
      new Request("http://site.test/api/newsletter", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email }),
      }),
    );
    return response.status;
  };
  const all = (count: number, name: string) =>
    Promise.all(Array.from({ length: count }, (_, n) => subscribe(`${name}${n}@example.com`)));
  const readiness = async () => {
    const response = await site.fetch(new Request("http://site.test/readyz"));
    return { ...((await response.json()) as { database: string; keys: string }), status: response.status };
  };
  return { ...site, subscribe, all, readiness };
}

/** New connections behave like those of a standby, or of the primary again. The database's name is the address's path. */
const set = (setting: string) =>
  admin.query(`alter database ${new URL(url).pathname.slice(1)} set ${setting}`);
const dropConnections = () =>
  admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );

test("the server answers 503 while its connections lead to a standby, and recovers with the first request afterwards", async () => {
  const server = serve(open());
  expect(await server.subscribe("before@example.com")).toBe(200);
  await set("default_transaction_read_only = on");
  await dropConnections();
  await expect.poll(() => server.subscribe("during@example.com")).toBe(503);
  expect(new Set(await server.all(10, "during"))).toEqual(new Set([503]));
  await expect
    .poll(() => server.readiness())
    .toEqual({ status: 200, database: "read-only", keys: "unknown" });
  await set("default_transaction_read_only = off");
  expect(await server.subscribe("after@example.com")).toBe(200);
  expect(new Set(await server.all(20, "after")), "no connection to the standby is left").toEqual(
    new Set([200]),
  );
  await expect.poll(async () => (await server.readiness()).database).toBe("writable");
  await server.close();
});

test("a database connection keeps no session state, because a pooler shares connections", async () => {
  const database = open();
  await database.ready();
  const settings = await database.query<{ name: string; source: string }>(
    "select name, source from pg_settings where source in ('client', 'session') or name = 'statement_timeout'",
  );
  expect(settings.filter(({ source }) => source === "session")).toEqual([]);
  // Others are refused by a pooler.
  const atStart = ["application_name", "client_encoding", "DateStyle", "IntervalStyle", "TimeZone"];
  for (const { name, source } of settings) if (source === "client") expect(atStart, name).toContain(name);
  expect(settings).toContainEqual({ name: "statement_timeout", source: "database user" });
  expect(await database.query("select 1 as held from pg_locks where locktype = 'advisory'")).toEqual([]);
  await database.close();
});

test("a starting server reports that it is waiting for another server's migration", async () => {
  await admin.query("begin");
  await admin.query("select pg_advisory_xact_lock($1)", [LOCK_ID]);
  let waits = 0;
  const database = open(() => waits++);
  const ready = database.ready();
  await expect.poll(() => waits).toBeGreaterThan(0);
  await admin.query("commit");
  await ready;
  await database.close();
});

test("a server that starts on an up-to-date database waits for no other server", async () => {
  const first = open();
  await first.ready();
  await admin.query("begin");
  await admin.query("select pg_advisory_xact_lock($1)", [LOCK_ID]);
  const second = open();
  await second.ready();
  await admin.query("commit");
  await Promise.all([first.close(), second.close()]);
});

test("the server repeats a statement that failed because of a serialization conflict", async () => {
  await set("default_transaction_isolation = serializable");
  const servers = [serve(open()), serve(open())];
  const answers = await Promise.all(servers.flatMap(({ all }, n) => all(60, `server${n}`)));
  expect(answers.flat().filter((status) => status !== 200)).toEqual([]);
  const { rows } = await admin.query("select count(*)::integer as count from subscribers");
  expect(rows).toEqual([{ count: 120 }]);
  await Promise.all(servers.map(({ close }) => close()));
});
