import type { TestProject } from "vitest/node";
import { startPostgres } from "../../../packages/server/test/support/postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    databaseUrl: string;
  }
}

/** Starts one PostgreSQL for all mutants. */
export default async ({ provide }: TestProject) => {
  const postgres = await startPostgres();
  provide("databaseUrl", await postgres.createDatabase());
  return () => postgres.remove();
};
