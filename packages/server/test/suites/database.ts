import { UnavailableError } from "@tallybin/identity-server";
import { expect, test, vi } from "vitest";
import { migrate } from "../../src/database/migrate.ts";
import { MIGRATIONS } from "../../src/database/migrations.ts";
import { StartError } from "../../src/errors/start-error.ts";
import type { World } from "../support/world.ts";

/** Longer than pg keeps an idle connection. */
const IDLE_MS = 11_000;

export function databaseSuite(world: World): void {
  const run = async (migrations = MIGRATIONS) => {
    const client = await world.database.connect();
    try {
      return await migrate(client, migrations);
    } finally {
      client.release(true);
    }
  };

  test("every migration runs once, in order", async () => {
    const rows = await world.database.query("select id, name from schema_migrations order by id");
    expect(rows).toEqual(MIGRATIONS.map(({ id, name }) => ({ id, name })));
  });

  test("migrations that ran are skipped, new migrations are applied, and edited migrations are refused", async () => {
    expect(await run()).toEqual([]);
    const added = { id: 900, name: "extra", sql: "create table extra (id integer)" };
    expect(await run([...MIGRATIONS, added])).toEqual([added]);
    expect(await run(), "an older server beside a newer one").toEqual([]);
    const edited = { ...added, sql: "create table extra (id bigint)" };
    await expect(run([...MIGRATIONS, edited])).rejects.toThrow(StartError);
    await world.database.query("drop table extra");
    await world.database.query("delete from schema_migrations where id = 900");
  });

  test("the database runs a statement again after the statement's connection was replaced", async () => {
    const select = () => world.database.query("select 1 as one");
    expect(await select()).toEqual([{ one: 1 }]);
    (await world.database.connect()).release(true);
    expect(await select()).toEqual([{ one: 1 }]);
    expect(await select()).toEqual([{ one: 1 }]);
  });

  test("a query succeeds if it starts while an idle connection is being dropped", async () => {
    const select = () => world.database.query("select 1 as one");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await select();
      vi.advanceTimersByTime(IDLE_MS);
      expect(await Promise.all([select(), select()])).toEqual([[{ one: 1 }], [{ one: 1 }]]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("a failed migration leaves the database unchanged", async () => {
    const broken = { id: 901, name: "broken", sql: "create table half (id integer); select 1/0" };
    await expect(run([...MIGRATIONS, broken])).rejects.toThrow("division by zero");
    const rows = await world.database.query(
      "select to_regclass('half') as half, (select max(id) from schema_migrations) as last",
    );
    expect(rows).toEqual([{ half: null, last: MIGRATIONS.length }]);
  });

  test("the database rolls back a failed transaction and keeps the connection", async () => {
    await expect(
      world.database.transaction(async (client) => {
        await client.query("insert into rate_limits values ('k', now())");
        throw new Error("changed my mind");
      }),
    ).rejects.toThrow("changed my mind");
    expect(await world.database.query("select * from rate_limits")).toEqual([]);
  });

  test.each([
    ["cannot be planned", "select nothing from nowhere where $1::int = 1", "42P01"],
    ["fails while it runs", "select 1 / ($1::int - 1) as quotient", "22012"],
  ])("a query that %s does not mix up the responses of later queries", async (_, text, code) => {
    const ask = (number: number) => world.database.query("select $1::int as number", [number]);
    for (const number of [1, 2, 3]) {
      await expect(world.database.query(text, [1])).rejects.toMatchObject({ code });
      expect(await Promise.all([ask(number), ask(number * 10)])).toEqual([
        [{ number }],
        [{ number: number * 10 }],
      ]);
    }
  });

  test("the database counts as not writable from a write without room on until one of it succeeds", async () => {
    if (world.kind === "pglite") return; // has one connection, which such a fault replaces
    await world.database.query(`create function refuse() returns trigger language plpgsql as
      $$begin raise exception 'no room' using errcode = '53100'; end$$`);
    await world.database.query(
      "create trigger full_disk before insert on rate_limits for each row execute function refuse()",
    );
    const write = () => world.database.query("insert into rate_limits values ('k', now())");
    await expect(write()).rejects.toBeInstanceOf(UnavailableError);
    expect(await world.database.isWritable()).toBe(false);
    await world.database.query("select 1");
    expect(await world.database.isWritable(), "a read proves nothing").toBe(false);
    await world.database.query("drop function refuse() cascade");
    await write();
    expect(await world.database.isWritable()).toBe(true);
  });

  test("a wrong query counts as a programming error, not as an outage", async () => {
    await expect(world.database.query("select nothing from nowhere")).rejects.toMatchObject({
      code: "42P01",
    });
  });
}
