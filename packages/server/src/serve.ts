import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { UnavailableError } from "@tallybin/identity-server/errors/errors";
import type { Database } from "./database/database.ts";
import { openDatabase } from "./database/open-database.ts";
import { parseEnvironment } from "./environment/environment.ts";
import { readSecretFiles } from "./environment/secret-files.ts";
import { prepareDataFolder } from "./operation/data-folder.ts";
import { createFetchServer, listen } from "./operation/listen.ts";
import { createLogger, explainFault, type Logger } from "./operation/logger.ts";
import { stopOnSignals } from "./operation/stop-signals.ts";
import { createSite } from "./site.ts";
import { assetsFolder, retainAssets } from "./static/retained-assets.ts";

/** The time that running requests get when the server stops; then their connections are closed. */
const DRAIN_MS = 8_000;

/** Longer than all timeouts of an API call together. Node waits for it twice if bytes are in transit. */
const STALLED_MS = 30_000;

/** Without the folder, the server still serves its own build. */
function keepAssets(dataDir: string, siteFolder: string, log: Logger) {
  try {
    const folder = assetsFolder(prepareDataFolder(dataDir));
    return retainAssets(folder, join(siteFolder, "assets"), (error) =>
      log.warn({ error }, "the assets of this release were not kept"),
    );
  } catch (error) {
    log.warn({ error }, "other releases' assets are not served: set DATA_DIR to a writable folder");
    return undefined;
  }
}

/** The pause between two tries to open the database. A request that needs it tries at once. */
const REOPEN_MS = 5_000;

/** Pages need no database. @throws StartError if it cannot be used */
async function openWhenReachable(database: Database, log: Logger): Promise<void> {
  for (;;) {
    try {
      await database.ready();
      return;
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      log.warn({ error }, "the database is away: check DATABASE_URL, and that the database server runs");
      await setTimeout(REOPEN_MS);
    }
  }
}

/**
 * Production. Listens before it opens the database, so that an accidental second start fails immediately. Requests that
 * need the database wait for it; /readyz names it as unreachable until it is migrated.
 */
async function serve(): Promise<void> {
  const config = parseEnvironment(readSecretFiles(process.env));
  const log = createLogger(config.logLevel);
  const siteFolder = fileURLToPath(new URL("../site", import.meta.url));
  const database = openDatabase({
    ...config,
    templateFolder: fileURLToPath(new URL("../database-template", import.meta.url)),
    onFault: (error) => log.warn({ error }, "a database connection was lost"),
    onWait: () => log.info("waiting for another server's migration of the database"),
  });
  const retained = keepAssets(config.dataDir, siteFolder, log);
  try {
    const found = retained ? { findRetained: retained.find } : {};
    const site = createSite({ config, database, log, siteFolder, ...found });
    const { host, metricsPort } = config;
    // Loaded on demand: a server without metrics does not read their library.
    const metrics = metricsPort
      ? await (await import("./operation/metrics.ts")).startMetrics(host, metricsPort, site)
      : undefined;
    const listener = await listen(
      createFetchServer(site.fetch, site.answerDirectly, STALLED_MS, site.refusalHeaders),
      host,
      config.port,
    );
    stopOnSignals(async () => {
      site.beginStop();
      await listener.stop(DRAIN_MS, config.stopDelayMs);
      retained?.stop();
      await site.close();
      await metrics?.stop(0);
      log.info("stopped");
    }, config.stopDelayMs);
    await openWhenReachable(database, log);
    log.info({ database: database.kind, port: config.port }, "ready");
  } catch (error) {
    await database.close();
    throw error;
  }
}

serve().catch((error: unknown) => {
  process.stderr.write(`${explainFault(error)}\n`);
  process.exit(1);
});
