import { createDatabase, type Database } from "../../src/database/database.ts";

/** For tests without a database: every query fails. */
export const noDatabase = (): Database =>
  createDatabase(
    "pglite",
    () => Promise.reject(new Error("this test has no database")),
    async () => {},
  );
