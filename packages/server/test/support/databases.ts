import { createDatabase, type Database } from "../../src/database/database.ts";

type Query = { text: string; values: unknown[] };

/** A database whose connections answer as `query` does. @param release `true` closes a connection */
export function fakeDatabase(
  query: (query: Query) => Promise<unknown>,
  release: (isClosed?: boolean) => void = () => {},
): Database {
  const client = { query, release };
  const pool = { connect: async () => client, end: async () => undefined } as never;
  return createDatabase(
    "postgres",
    async () => pool,
    async () => {},
  );
}

/** A database whose queries all fail, for tests that need none. */
export const noDatabase = (): Database =>
  createDatabase(
    "pglite",
    () => Promise.reject(new Error("this test has no database")),
    async () => {},
  );
