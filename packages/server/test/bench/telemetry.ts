import { createServer } from "node:http";
import autocannon from "autocannon";
import { buildBundle } from "../support/built.ts";
import { ENVIRONMENT } from "../support/environment.ts";
import { leasePorts } from "../support/lease-ports.mjs";
import { startPostgres } from "../support/postgres.ts";
import { type Program, run } from "../support/program.ts";
import { inTurn, ratios, spread } from "./compare.ts";
import { processorUs } from "./processor-time.ts";
import { subscribeAt, warm } from "./subscribe-load.ts";

/**
 * `npm run lab -- telemetry [seconds] [rounds]`: the processor time of metrics and traces, per page and per
 * subscription, in alternating rounds of servers with and without them. Prometheus' scrapes and the export of spans
 * are included.
 */
const SECONDS = Number(process.argv[2] ?? 1);
const ROUNDS = Number(process.argv[3] ?? 31);
const CONNECTIONS = 20;
/** Three times as often as Prometheus' usual interval. */
const SCRAPE_EVERY_MS = 5_000;

const [built, postgres] = await Promise.all([buildBundle("server"), startPostgres()]);
const databaseUrl = await postgres.createDatabase();
const collector = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
});
const collectorPort = await leasePorts();
await new Promise<void>((resolve) => collector.listen(collectorPort, "127.0.0.1", resolve));
const metricsPort = await leasePorts();

const METRICS = { METRICS_PORT: String(metricsPort) };
const TRACES = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}` };
const programs: Program[] = [];
async function start(env: Record<string, string>): Promise<{ origin: string; pid: number }> {
  const port = await leasePorts();
  const program = run([`${built.folder}/server/serve.js`], {
    ...{ ...ENVIRONMENT, PORT: String(port), DATABASE_URL: databaseUrl, LOG_LEVEL: "info" },
    ...{ LIMIT_PER_CLIENT: "1000000/1", TRUSTED_PROXY_HOPS: "1" },
    ...env,
  });
  programs.push(program);
  await program.says(/"msg":"ready"/);
  return { origin: `http://127.0.0.1:${port}`, pid: program.child.pid ?? 0 };
}

type Load = (origin: string) => Promise<number>;
const page: Load = async (url) => {
  const { requests, non2xx, errors } = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} pages failed`);
  return requests.total;
};
const subscription: Load = (origin) => subscribeAt(origin, CONNECTIONS, SECONDS);

const print = (name: string, text: string): void => void process.stdout.write(`${name.padEnd(28)} ${text}\n`);

try {
  const servers = { off: await start({}), metrics: await start(METRICS), traces: await start(TRACES) };
  const scraper = setInterval(() => {
    fetch(`http://127.0.0.1:${metricsPort}/metrics`)
      .then((response) => response.text())
      .catch(() => undefined);
  }, SCRAPE_EVERY_MS);
  for (const { origin } of Object.values(servers)) await warm(origin, CONNECTIONS);
  process.stdout.write(
    `${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, Node ${process.versions.node}; median (least–most)\n`,
  );
  for (const [name, load] of Object.entries({ page, subscription })) {
    const cost =
      ({ origin, pid }: { origin: string; pid: number }) =>
      async () => {
        const before = processorUs(pid);
        const made = await load(origin);
        return (processorUs(pid) - before) / made;
      };
    const { off, metrics, traces } = await inTurn(ROUNDS, {
      off: cost(servers.off),
      metrics: cost(servers.metrics),
      traces: cost(servers.traces),
    });
    for (const [what, measured] of Object.entries({ metrics, traces })) {
      const least = Math.min(...measured) / Math.min(...off);
      print(
        `${name}, with ${what}`,
        `ratio ${spread(ratios(measured, off), 3)}, of the least costs ${least.toFixed(3)}`,
      );
      print("", `${spread(measured, 1)} µs, without ${spread(off, 1)} µs`);
    }
  }
  clearInterval(scraper);
} finally {
  for (const program of programs) await program.stop();
  collector.close();
  await postgres.remove();
  built.remove();
}
