import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../src/database/database.ts";
import { MIGRATIONS } from "../src/database/migrations.ts";
import { openDatabase } from "../src/database/open-database.ts";
import { parseEnvironment } from "../src/environment/environment.ts";
import { createSite } from "../src/site.ts";
import { ENVIRONMENT } from "./support/environment.ts";
import { type Postgres, startPostgres } from "./support/postgres.ts";

/** Several servers on one PostgreSQL, and the loss of that PostgreSQL. */

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

const open = (databaseUrl: string): Database =>
  openDatabase({ databaseUrl, databasePoolSize: 4, dataDir: "" });
const env = { ...ENVIRONMENT, LIMIT_PER_CLIENT: "10000/1", LIMIT_PER_ADDRESS: "10000/1" };

const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

function serve(database: Database) {
  const site = createSite({
    config: parseEnvironment(env),
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
  return { ...site, post, subscribe: (email: string) => post("/api/newsletter", { email }) };
}

test("servers that start together on an empty database run each migration once", async () => {
  const url = await postgres.createDatabase();
  const databases = Array.from({ length: 5 }, () => open(url));
  await Promise.all(databases.map((database) => database.ready()));
  const rows = await databases[0]?.query("select id from schema_migrations order by id");
  expect(rows).toEqual(MIGRATIONS.map(({ id }) => ({ id })));
  await Promise.all(databases.map((database) => database.close()));
});

test("the same requests sent to three servers at once make no duplicate rows", async () => {
  const url = await postgres.createDatabase();
  const databases = Array.from({ length: 3 }, () => open(url));
  const servers = databases.map(serve);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      servers.flatMap(({ subscribe, post }) => [
        subscribe(`p${n}@example.com`),
        post("/api/sheets/contact?tabId=responses", [["", `p${n}@example.com`, "Hello"]]),
      ]),
    ).flat(),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const [row] =
    (await databases[0]?.query(
      "select (select count(*)::integer from subscribers) as subscribers, (select count(*)::integer from contact_messages) as messages",
    )) ?? [];
  expect(row).toEqual({ subscribers: 20, messages: 20 });
  await Promise.all(servers.map(({ close }) => close()));
});

test("a database connection plans each statement once", async () => {
  const database = openDatabase({
    databaseUrl: await postgres.createDatabase(),
    databasePoolSize: 1,
    dataDir: "",
  });
  const server = serve(database);
  for (const n of [1, 2, 3]) expect((await server.subscribe(`p${n}@example.com`)).status).toBe(200);
  const plans = await database.query(
    "select sum(generic_plans + custom_plans)::integer as runs, count(*)::integer as statements from pg_prepared_statements where statement like 'with requests%'",
  );
  expect(plans).toEqual([{ runs: 3, statements: 1 }]);
  await server.close();
});

test("the server answers 503 while the database is lost, and works again once the database is back", async () => {
  const database = open(await postgres.createDatabase());
  const faults: unknown[] = [];
  const server = serve(database);
  const state = async () => {
    const response = await server.fetch(new Request("http://site.test/readyz"));
    return [response.status, ((await response.json()) as { database: string }).database];
  };
  expect((await server.subscribe("before@example.com")).status).toBe(200);
  expect(await state()).toEqual([200, "writable"]);
  const busy = database
    .transaction(async (client) => client.query("select pg_sleep(30)"))
    .catch((error: unknown) => faults.push(error));
  await postgres.stop();
  await busy;
  expect(faults).toMatchObject([{ name: "UnavailableError" }]);
  const refused = await server.subscribe("during@example.com");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "10"]);
  expect(await refused.json()).toMatchObject({ status: "error", code: "unavailable" });
  await expect.poll(state).toEqual([200, "unreachable"]);
  await postgres.start();
  expect((await server.subscribe("after@example.com")).status).toBe(200);
  await expect.poll(state).toEqual([200, "writable"]);
  const rows = await database.query("select email from subscribers order by id");
  expect(rows).toEqual([{ email: "before@example.com" }, { email: "after@example.com" }]);
  await server.close();
});
