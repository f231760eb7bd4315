import { createDatabase, type Database } from "../../src/database/database.ts";

/** A database whose queries all fail, for tests that need none. */
export const noDatabase = (): Database =>
  createDatabase(
    "pglite",
    () => Promise.reject(new Error("this test has no database")),
    async () => {},
  );
