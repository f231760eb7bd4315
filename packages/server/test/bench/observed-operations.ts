import { startMetrics } from "../../src/operation/metrics.ts";
import { answered, observe } from "../../src/telemetry/observe.ts";
import { leasePorts } from "../support/lease-ports.mjs";

/**
 * `npx tsx packages/server/test/bench/observed-operations.ts`: the processor time that metrics add to a page and to a
 * subscription, by their operations alone. The least of many batches is the same on a busy machine, unlike the time of whole requests.
 */
const BATCHES = 40;

const page = async (count: number): Promise<void> => {
  for (let made = 0; made < count; made++) if (answered.hasSubscribers()) answered.publish("/");
};
const subscription = async (count: number): Promise<void> => {
  for (let made = 0; made < count; made++)
    await observe({ kind: "request", method: "POST", route: "/api/newsletter", status: 200 }, async () => {
      await observe({ kind: "database", name: "connection" }, async () => undefined);
      await observe({ kind: "database", name: "statement" }, async () => undefined);
    });
};

/** The least processor time of one, in microseconds. */
async function leastUs(work: (count: number) => Promise<void>, count: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let batch = 0; batch < BATCHES; batch++) {
    const before = process.cpuUsage();
    await work(count);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / count);
  }
  return least;
}
const measure = async () => [await leastUs(page, 200_000), await leastUs(subscription, 20_000)] as const;

const without = await measure();
const metrics = await startMetrics({
  host: "127.0.0.1",
  port: await leasePorts(),
  gauges: {
    pool: () => ({ busy: 0, idle: 0, waiting: 0 }),
    isDatabaseWritable: async () => true,
    areKeysKnown: async () => true,
    keysAgeSeconds: () => 0,
    mails: async () => ({ waiting: 0, oldestSeconds: 0 }),
  },
});
const [pageUs, subscriptionUs] = await measure();
await metrics.stop(0);
process.stdout.write(
  `metrics add ${(pageUs - without[0]).toFixed(2)} µs to a page and ${(subscriptionUs - without[1]).toFixed(1)} µs to a subscription\n`,
);
process.exit(0);
