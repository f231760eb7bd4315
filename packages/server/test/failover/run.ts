import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildBundle } from "../support/built.ts";
import { ENVIRONMENT } from "../support/environment.ts";
import { leasePorts } from "../support/lease-ports.mjs";
import { run } from "../support/program.ts";
import { createLedger, type Ledger, writeOnce } from "../support/writers.ts";
import { startCluster } from "./cluster.ts";

/**
 * `npx tsx packages/server/test/failover/run.ts`: three PostgreSQL nodes with Patroni and etcd behind HAProxy and PgBouncer, configured by
 * the guide's files, and writes from two server processes. Needs root, Linux and Debian's packages.
 *
 * --times <count> the number of failovers, default 10: a lost node, a partition and a change by hand in turn
 * --asynchronous without a synchronous standby, to see what that loses
 */
const { values: options } = parseArgs({
  options: { times: { type: "string", default: "10" }, asynchronous: { type: "boolean", default: false } },
});
const WRITERS = 4;
const LIMITS_MS = { "lost node": 40_000, partition: 40_000, "by hand": 10_000 };
type Event = keyof typeof LIMITS_MS;
const EVENTS = Object.keys(LIMITS_MS) as Event[];
const BACK_MS = 90_000;

const work = mkdtempSync(join(tmpdir(), "tallybin-failover-"));
const built = await buildBundle("server");
const cluster = await startCluster(work, !options.asynchronous);
const endings: (() => unknown)[] = [
  () => rmSync(work, { recursive: true, force: true }),
  () => built.remove(),
  cluster.stop,
];

async function serve(): Promise<string> {
  const port = await leasePorts();
  const program = run([join(built.folder, "server/serve.js")], {
    ...ENVIRONMENT,
    PORT: String(port),
    DATABASE_URL: cluster.databaseUrl,
    LOG_LEVEL: "warn",
    LIMIT_PER_CLIENT: "1000000/1",
    LIMIT_PER_ADDRESS: "1000000/1",
  });
  endings.push(() => program.child.kill("SIGKILL"));
  const origin = `http://127.0.0.1:${port}`;
  for (let attempt = 0; (await writeOnce(origin, "subscription", createLedger())) !== 200; attempt++) {
    if (attempt > 100 || program.child.exitCode !== null)
      throw new Error(`No write succeeds:\n${program.output().slice(-2_000)}`);
    await pause(200);
  }
  return origin;
}

/** Writes and reads pages without a pause. `longestMs` is the longest time without a write since the last `mark`. */
function startLoad(origins: readonly string[], ledger: Ledger) {
  let isOver = false;
  let lastAt = performance.now();
  let longestMs = 0;
  let markedAt = lastAt;
  const pages = { read: 0, failed: 0 };
  const write = async (origin: string): Promise<void> => {
    while (!isOver) {
      if ((await writeOnce(origin, "subscription", ledger)) === 200) {
        const at = performance.now();
        longestMs = Math.max(longestMs, at - Math.max(lastAt, markedAt));
        lastAt = at;
      } else await pause(50);
    }
  };
  const read = async (origin: string): Promise<void> => {
    while (!isOver) {
      const response = await fetch(`${origin}/`).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      pages.read++;
      if (response?.status !== 200) pages.failed++;
      await pause(20);
    }
  };
  const all = origins.flatMap((origin) => [
    ...Array.from({ length: WRITERS }, () => write(origin)),
    read(origin),
  ]);
  return {
    pages,
    mark(): void {
      markedAt = performance.now();
      longestMs = 0;
    },
    /** Whether a write has succeeded within the last second, after `since`. */
    isWriting: (since: number): boolean => lastAt > since && performance.now() - lastAt < 1_000,
    longestMs: (): number => longestMs,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(all);
    },
  };
}

async function stored(): Promise<Map<string, number>> {
  const rows = await cluster.query<{ email: string; count: number }>(
    "tallybin",
    "select email, count(*)::integer as count from subscribers group by email",
  );
  return new Map(rows.map(({ email, count }) => [email, count]));
}

let isBad = false;
const line = (cells: readonly (string | number)[]): void =>
  void process.stdout.write(
    `${cells.map((cell, n) => (n < 2 ? String(cell).padEnd(11) : String(cell).padStart(14))).join("")}\n`,
  );

try {
  const origins = [await serve(), await serve()];
  const ledger = createLedger();
  const load = startLoad(origins, ledger);
  line(["failover", "primary", "first write", "acknowledged", "lost", "duplicated", "pages", "failed"]);
  for (let time = 0; time < Number(options.times); time++) {
    const event = EVENTS[time % EVENTS.length] ?? "by hand";
    await cluster.whole();
    const old = await cluster.primary();
    if (old === undefined) throw new Error("No node is the primary.");
    await pause(3_000);
    const pagesBefore = { ...load.pages };
    load.mark();
    const began = performance.now();
    if (event === "lost node") cluster.killNode(old);
    else if (event === "partition") cluster.partition(old);
    else cluster.switchOver(old);
    // Writes that were under way at the fault may still be acknowledged.
    await pause(1_500);
    const noticed = performance.now();
    while (!load.isWriting(noticed) && performance.now() - began < BACK_MS) await pause(50);
    await pause(2_000);
    const firstWriteMs = load.longestMs();
    if (event === "lost node") cluster.startNode(old);
    if (event === "partition") cluster.heal(old);
    await cluster.whole();
    const promised = new Set(ledger.subscribed);
    const found = await stored();
    const lost = [...promised].filter((email) => !found.has(email)).length;
    const duplicated = [...found.values()].filter((count) => count > 1).length;
    const failed = load.pages.failed - pagesBefore.failed;
    const isLate = firstWriteMs > LIMITS_MS[event] || !load.isWriting(noticed);
    isBad ||= failed > 0 || isLate || duplicated > 0 || (lost > 0 && !options.asynchronous);
    line([
      ...[
        event,
        `${old}→${await cluster.primary()}`,
        `${(firstWriteMs / 1000).toFixed(1)} s${isLate ? " late" : ""}`,
      ],
      ...[promised.size, lost, duplicated, load.pages.read - pagesBefore.read, failed],
    ]);
  }
  await load.stop();
} finally {
  for (const ending of endings.reverse()) await ending();
}
process.exit(isBad ? 1 : 0);
