import { expect, test } from "vitest";
import { createDatabase } from "../src/database/database.ts";

/** A database whose statements fail, and what its connections were released with: `true` closes one. */
const setUp = (code: string) => {
  const released: unknown[] = [];
  const client = {
    query: async (text: string | { text: string }) => {
      if (typeof text !== "string") throw Object.assign(new Error("failed"), { code });
      return { rows: [] };
    },
    release: (isClosed?: boolean) => released.push(isClosed),
  };
  const pool = { connect: async () => client, end: async () => undefined } as never;
  const database = createDatabase(
    "postgres",
    async () => pool,
    async () => {},
  );
  return { database, released };
};

test.each([
  { code: "ECONNRESET", isClosed: true },
  { code: "57P01", isClosed: true },
  { code: "42P01", isClosed: false },
])("a connection whose statement failed with $code is closed: $isClosed", async ({ code, isClosed }) => {
  const { database, released } = setUp(code);
  await expect(database.query("select 1")).rejects.toThrow();
  expect(released).toEqual([isClosed]);
});

test("a connection whose transaction failed with the connection is closed", async () => {
  const { database, released } = setUp("ECONNRESET");
  const work = database.transaction((client) => client.query({ text: "select 1" }));
  await expect(work).rejects.toThrow();
  expect(released).toEqual([true]);
});
