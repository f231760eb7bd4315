import { expect, test } from "vitest";
import { MigrationError, migrate } from "../../src/database/migrate.ts";
import { MIGRATIONS } from "../../src/database/migrations.ts";
import type { World } from "../support/world.ts";

export function databaseSuite(world: World): void {
  const run = async (migrations = MIGRATIONS) => {
    const client = await world.database.connect();
    try {
      return await migrate(client, migrations);
    } finally {
      client.release(true);
    }
  };

  test("every migration has run once, in order", async () => {
    const rows = await world.database.query("select id, name from schema_migrations order by id");
    expect(rows).toEqual(MIGRATIONS.map(({ id, name }) => ({ id, name })));
    expect(MIGRATIONS.map(({ id }) => id)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });

  test("a second run finds nothing to do, a new step is applied, an edited one refused", async () => {
    expect(await run()).toEqual([]);
    const added = { id: 900, name: "extra", sql: "create table extra (id integer)" };
    expect(await run([...MIGRATIONS, added])).toEqual([added]);
    expect(await run(), "an older server beside a newer one").toEqual([]);
    const edited = { ...added, sql: "create table extra (id bigint)" };
    await expect(run([...MIGRATIONS, edited])).rejects.toThrow(MigrationError);
    await world.database.query("drop table extra");
    await world.database.query("delete from schema_migrations where id = 900");
  });

  test("a step that fails leaves nothing behind", async () => {
    const broken = { id: 901, name: "broken", sql: "create table half (id integer); select 1/0" };
    await expect(run([...MIGRATIONS, broken])).rejects.toThrow("division by zero");
    const rows = await world.database.query(
      "select to_regclass('half') as half, (select max(id) from schema_migrations) as last",
    );
    expect(rows).toEqual([{ half: null, last: MIGRATIONS.length }]);
  });

  test("a transaction that fails is rolled back and the connection lives on", async () => {
    await expect(
      world.database.transaction(async (client) => {
        await client.query("insert into rate_limits values ('k', now())");
        throw new Error("changed my mind");
      }),
    ).rejects.toThrow("changed my mind");
    expect(await world.database.query("select * from rate_limits")).toEqual([]);
  });

  test("a wrong query is an error of ours, not an outage", async () => {
    await expect(world.database.query("select nothing from nowhere")).rejects.toMatchObject({
      code: "42P01",
    });
  });
}
