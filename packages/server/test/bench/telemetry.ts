import { join } from "node:path";
import autocannon from "autocannon";
import { buildBundle } from "../support/built.ts";
import { ENVIRONMENT } from "../support/environment.ts";
import { leasePorts } from "../support/lease-ports.mjs";
import { startPostgres } from "../support/postgres.ts";
import { run } from "../support/program.ts";
import { leastQuarter, spread } from "./compare.ts";
import { processorUs } from "./processor-time.ts";
import { subscribeAt, warm } from "./subscribe-load.ts";

/**
 * `npx tsx packages/server/test/bench/telemetry.ts [seconds] [processes]`: the processor time of metrics, per page and
 * per subscription. Each way has processes of its own, and their rounds alternate: a switch inside one process would
 * make its code be compiled again. Prometheus' scrapes are included.
 */
const SECONDS = Number(process.argv[2] ?? 5);
const PROCESSES = Number(process.argv[3] ?? 5);
const ROUNDS = 4;
const CONNECTIONS = 20;
/** Three times as often as usual, so that each round has one. */
const SCRAPE_EVERY_MS = 5_000;

const [built, postgres] = await Promise.all([buildBundle("server"), startPostgres()]);
const databaseUrl = await postgres.createDatabase();
const metricsPort = await leasePorts();
const WAYS: Record<string, Record<string, string>> = {
  off: {},
  // Shows the error of the measurement.
  "off again": {},
  metrics: { METRICS_PORT: String(metricsPort) },
};
const scraper = setInterval(() => {
  fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
    (response) => response.text(),
    () => undefined,
  );
}, SCRAPE_EVERY_MS);

async function start(env: Record<string, string>) {
  const port = await leasePorts();
  const program = run([join(built.folder, "server/serve.js")], {
    ...{ ...ENVIRONMENT, PORT: String(port), DATABASE_URL: databaseUrl, LIMIT_PER_CLIENT: "1000000/1" },
    ...{ TRUSTED_PROXY_HOPS: "1", LOG_LEVEL: "info", ...env },
  });
  await program.says(/"msg":"ready"/);
  const origin = `http://127.0.0.1:${port}`;
  await warm(origin, CONNECTIONS);
  return { origin, program };
}
type Served = Awaited<ReturnType<typeof start>>;

const LOADS: Record<string, (origin: string) => Promise<number>> = {
  async page(origin) {
    const { requests, non2xx, errors } = await autocannon({
      ...{ url: origin, connections: CONNECTIONS, duration: SECONDS },
    });
    if (non2xx + errors > 0) throw new Error(`${non2xx + errors} pages failed`);
    return requests.total;
  },
  subscription: (origin) => subscribeAt(origin, CONNECTIONS, SECONDS),
};

async function costOf({ origin, program }: Served, load: (origin: string) => Promise<number>) {
  const pid = program.child.pid ?? 0;
  const before = processorUs(pid);
  const made = await load(origin);
  return (processorUs(pid) - before) / Math.max(1, made);
}

const costsOf = (): Record<string, number[]> =>
  Object.fromEntries(Object.keys(WAYS).map((way): [string, number[]] => [way, []]));
const measured = Object.fromEntries(Object.keys(LOADS).map((name) => [name, costsOf()]));
for (let n = 0; n < PROCESSES; n++) {
  const servers: [string, Served][] = [];
  for (const [way, env] of Object.entries(WAYS)) servers.push([way, await start(env)]);
  for (let round = 0; round < ROUNDS; round++) {
    // Each way is as often first as last.
    servers.push(...servers.splice(0, 1));
    for (const [name, load] of Object.entries(LOADS)) {
      for (const [way, server] of servers) measured[name]?.[way]?.push(await costOf(server, load));
    }
  }
  for (const [, { program }] of servers) await program.stop();
}

process.stdout.write(
  `${CONNECTIONS} connections, ${PROCESSES} processes each, ${ROUNDS} rounds of ${SECONDS} s, Node ${process.versions.node}; median (least–most)\n`,
);
for (const [name, { off = [], ...ways }] of Object.entries(measured)) {
  for (const [way, costs] of Object.entries(ways)) {
    const ratio = leastQuarter(costs) / leastQuarter(off);
    process.stdout.write(
      `${`${name}, ${way}`.padEnd(26)} ratio of the least quarters ${ratio.toFixed(3)}   ${spread(costs, 1)} µs, without ${spread(off, 1)} µs\n`,
    );
  }
}
clearInterval(scraper);
await postgres.remove();
built.remove();
