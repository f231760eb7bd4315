import { fork } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { ENVIRONMENT } from "../support/environment.ts";
import { writeSite } from "../support/fixture-site.ts";
import { leasePorts } from "../support/lease-ports.mjs";
import { startPostgres } from "../support/postgres.ts";
import { inTurn, leastQuarter, ratios, spread } from "./compare.ts";
import { subscribeAt, warm } from "./subscribe-load.ts";

/**
 * `npm run lab -- telemetry [seconds] [rounds]`: the processor time of metrics and traces, per page and per
 * subscription, in alternating rounds of one process. Prometheus' scrapes and the export of spans are included.
 */
const SECONDS = Number(process.argv[2] ?? 1);
const ROUNDS = Number(process.argv[3] ?? 31);
const CONNECTIONS = 20;
/** Fifteen times as often as usual, because a round is that much shorter than the usual interval. */
const SCRAPE_EVERY_MS = 1_000;

const postgres = await startPostgres();
const siteFolder = writeSite();
const collector = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
});
const [collectorPort, metricsPort, port] = [await leasePorts(), await leasePorts(), await leasePorts()];
await new Promise<void>((resolve) => collector.listen(collectorPort, "127.0.0.1", resolve));
const server = fork(
  fileURLToPath(new URL("observed-server.ts", import.meta.url)),
  [siteFolder, String(metricsPort), `http://127.0.0.1:${collectorPort}`],
  {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...{ ...ENVIRONMENT, PORT: String(port), DATABASE_URL: await postgres.createDatabase() },
      ...{
        LIMIT_PER_CLIENT: "1000000/1",
        TRUSTED_PROXY_HOPS: "1",
        LOG_LEVEL: "info",
        PATH: process.env["PATH"],
      },
    },
  },
);
const origin = `http://127.0.0.1:${port}`;

type Load = () => Promise<number>;
const page: Load = async () => {
  const { requests, non2xx, errors } = await autocannon({
    ...{ url: origin, connections: CONNECTIONS, duration: SECONDS },
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} pages failed`);
  return requests.total;
};
const subscription: Load = () => subscribeAt(origin, CONNECTIONS, SECONDS);

/** Switches telemetry, and returns the processor time before and after that. */
async function switchTo(what: string): Promise<[number, number]> {
  server.send(what);
  const [used] = (await once(server, "message")) as [[number, number]];
  return used;
}
const cost = (what: string, load: Load) => async (): Promise<number> => {
  const [, began] = await switchTo(what);
  const made = await load();
  const [ended] = await switchTo("");
  return (ended - began) / Math.max(1, made);
};
const print = (name: string, text: string): void => void process.stdout.write(`${name.padEnd(26)} ${text}\n`);

try {
  await once(server, "message");
  const scraper = setInterval(() => {
    fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
      (response) => response.text(),
      () => undefined,
    );
  }, SCRAPE_EVERY_MS);
  await warm(origin, CONNECTIONS);
  await page();
  process.stdout.write(
    `${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, Node ${process.versions.node}; median (least–most)\n`,
  );
  for (const [name, load] of Object.entries({ page, subscription })) {
    const { off, metrics, traces } = await inTurn(ROUNDS, {
      off: cost("off", load),
      metrics: cost("metrics", load),
      traces: cost("traces", load),
    });
    for (const [what, measured] of Object.entries({ metrics, traces }))
      print(
        `${name}, ${what}`,
        `ratio of the least quarters ${(leastQuarter(measured) / leastQuarter(off)).toFixed(3)}   of all ${spread(ratios(measured, off), 2)}   ${spread(measured, 1)} µs, without ${spread(off, 1)} µs`,
      );
  }
  clearInterval(scraper);
} finally {
  server.kill("SIGKILL");
  collector.close();
  await postgres.remove();
  rmSync(siteFolder, { recursive: true, force: true });
}
process.exit(0);
