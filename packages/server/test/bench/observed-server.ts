import { openDatabase } from "../../src/database/open-database.ts";
import { parseEnvironment } from "../../src/environment/environment.ts";
import { createFetchServer, listen } from "../../src/operation/listen.ts";
import { startMetrics } from "../../src/operation/metrics.ts";
import { startTraces } from "../../src/operation/traces.ts";
import { createSite } from "../../src/site.ts";

/**
 * A server that switches metrics and traces while it runs, for `telemetry.ts`: two processes differ by more than
 * either costs. Each message names what to switch on; the answer is the processor time before and after the switch, in
 * microseconds.
 */
const [siteFolder = "", metricsPort = "", endpoint = ""] = process.argv.slice(2);
const config = parseEnvironment(process.env);
const database = openDatabase(config);
const site = createSite({ config, database, siteFolder });
await listen(createFetchServer(site.fetch, site.answerDirectly), config.host, config.port);
await database.ready();

const usedUs = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
let stop = async (): Promise<void> => undefined;
process.on("message", async (what: string) => {
  const before = usedUs();
  await stop();
  const metrics = what.includes("metrics")
    ? await startMetrics({ host: config.host, port: Number(metricsPort), gauges: site.gauges })
    : undefined;
  const stopTraces = what.includes("traces") ? startTraces({ endpoint, ratio: 0.01 }) : undefined;
  stop = async () => {
    await Promise.all([metrics?.stop(0), stopTraces?.()]);
  };
  process.send?.([before, usedUs()]);
});
process.send?.(0);
