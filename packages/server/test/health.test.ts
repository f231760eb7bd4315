import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "../src/database/database.ts";
import { openEngine } from "../src/database/engine.ts";
import { createReadiness, getHealth } from "../src/operation/health.ts";
import { TEMPLATE } from "./support/built.ts";
import { fakeDatabase } from "./support/databases.ts";
import { newFolder } from "./support/folder.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const MINUTE_MS = 60_000;
const status = (database: Parameters<typeof getHealth>[0]): number => getHealth(database).status;

test("a process counts as healthy until a database operation hangs far past every timeout", async () => {
  let finish = (): void => undefined;
  const hang = new Promise<{ rows: never[] }>((resolve) => {
    finish = () => resolve({ rows: [] });
  });
  const empty = Promise.resolve({ rows: [] });
  const answers = [empty, hang, empty];
  const database = fakeDatabase(async () => answers.shift());
  await database.query("select 1");
  const stuck = database.query("select 1");
  await database.ready();
  vi.advanceTimersByTime(MINUTE_MS / 2);
  expect(status(database)).toBe(200);
  await database.query("select 1");
  vi.advanceTimersByTime(MINUTE_MS / 2);
  expect(status(database), "other queries succeed, but a connection is lost for good").toBe(503);
  finish();
  await stuck;
  expect(status(database)).toBe(200);
});

test("/readyz checks its dependencies at most once a second, however often the path is requested", async () => {
  let asked = 0;
  const database = { isWritable: async () => ++asked > 0 };
  const getReadiness = createReadiness(database, { reach: async () => undefined });
  for (let call = 0; call < 500; call++) expect((await getReadiness(false)).status).toBe(200);
  expect(asked).toBe(1);
  vi.advanceTimersByTime(1_001);
  await getReadiness(false);
  expect(asked).toBe(2);
});

test("the health check answers 503 for a process whose database thread has ended", async () => {
  vi.useRealTimers();
  const engine = await openEngine(join(newFolder(), "database"), TEMPLATE);
  // The listener, as in `openFolder`, makes a broken connection fail only its own query.
  engine.pool.on("connect", (client) => client.on("error", () => undefined));
  const database = createDatabase(
    "pglite",
    async () => engine.pool,
    () => engine.close(),
    engine.hasEnded,
  );
  await database.ready();
  expect(status(database)).toBe(200);
  await engine.close();
  await expect(database.query("select 1")).rejects.toMatchObject({ name: "UnavailableError" });
  expect(status(database)).toBe(503);
});
