import { expect, test } from "vitest";
import { fakeDatabase } from "./support/databases.ts";

/** A database whose statements fail, and what its connections were released with. */
const setUp = (code: string) => {
  const released: unknown[] = [];
  const query = async (query: object | string) => {
    // A transaction begins and ends with texts.
    if (typeof query !== "string") throw Object.assign(new Error("failed"), { code });
    return { rows: [] };
  };
  return { database: fakeDatabase(query, (isClosed) => released.push(isClosed)), released };
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
