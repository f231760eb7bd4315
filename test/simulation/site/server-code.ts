import * as databaseModule from "../../../packages/server/src/database/database.ts";
import * as migrateModule from "../../../packages/server/src/database/migrate.ts";
import * as environmentModule from "../../../packages/server/src/environment/environment.ts";
import * as siteModule from "../../../packages/server/src/site.ts";
import type { Release } from "./backend.ts";

/** The whole server under test. */
export type WholeServer = Pick<typeof siteModule, "createSite"> &
  Pick<typeof databaseModule, "createDatabase"> &
  Pick<typeof migrateModule, "migrate"> &
  Pick<typeof environmentModule, "parseEnvironment">;
export const presentServer: WholeServer = {
  ...{ ...siteModule, ...databaseModule, ...migrateModule, ...environmentModule },
};
/** What a process may run. */
export type Releases = Record<Release, WholeServer>;

export const LIMITS = {
  perClient: { count: 120, seconds: 600 },
  perAddress: { count: 5, seconds: 3600 },
} as const;
