import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../support/postgres.ts";
import { createLedger, type Ledger, writeOnce } from "../../support/writers.ts";
import type { Stage } from "../stage.ts";
import type { Row } from "../table.ts";
import { until } from "./guide.ts";

/** A separate file system that can be filled safely. @returns undefined if this user may not mount one */
function mount(stage: Stage, megabytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "tallybin-disk-"));
  stage.atEnd(() => rmSync(folder, { recursive: true }));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "none", folder], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  stage.atEnd(() => execFileSync("umount", ["--lazy", folder]));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o777);
  return folder;
}

/** Uses all free space; removing the file frees it. */
function fill(folder: string): string {
  const ballast = join(folder, "ballast");
  const { bavail, bsize } = statfsSync(folder);
  try {
    writeFileSync(ballast, Buffer.alloc(bavail * bsize));
  } catch {
    // The file system is full slightly earlier than it reports.
  }
  return ballast;
}

const MAX_WRITES = 5_000;
const BEFORE = 50;

async function writeUntilRefused(origin: string, ledger: Ledger): Promise<number> {
  for (let n = 0; n < MAX_WRITES; n++) {
    const status = await writeOnce(origin, "subscription", ledger);
    if (status !== 200) return status;
  }
  return 200;
}

/** Compares a ledger with the rows in the guide's own export. */
async function audit(
  stage: Stage,
  env: Record<string, string>,
  ledger: Ledger,
): Promise<{ lost: number; duplicated: number }> {
  const exported = await stage.manage("export-subscribers", env);
  const rows = exported
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",")[0] ?? "")
    .filter(Boolean);
  const stored = new Set(rows);
  return {
    lost: [...ledger.subscribed].filter((email) => !stored.has(email)).length,
    duplicated: rows.length - stored.size,
  };
}

async function* onPostgres(stage: Stage, folder: string): AsyncGenerator<Row> {
  const postgres = await startPostgres(folder);
  stage.atEnd(() => postgres.remove());
  const env = { DATABASE_URL: await postgres.createDatabase() };
  const server = await stage.alone(env);
  const ledger = createLedger();
  for (let n = 0; n < BEFORE; n++) await writeOnce(server.origin, "subscription", ledger);
  const ballast = fill(folder);
  const status = await writeUntilRefused(server.origin, ledger);
  const isHealthy = (await fetch(`${server.origin}/healthz`)).status === 200;
  const isReported = await until(
    async () => (await (await fetch(`${server.origin}/readyz`)).text()).includes('"database":"read-only"'),
    5_000,
  );
  rmSync(ballast);
  const isServed = async (): Promise<boolean> =>
    (await writeOnce(server.origin, "subscription", ledger)) === 200;
  // PostgreSQL exits if it cannot write its log; its supervisor would restart it.
  if (!(await until(isServed, 5_000))) {
    await postgres.stop();
    await postgres.start();
  }
  const isBack = await until(isServed, 20_000);
  const checks = [status === 503, isHealthy, isReported, isBack, (await server.stop()) === 0];
  yield {
    part: "PostgreSQL's disk full: 503, healthy, back with room",
    tried: checks.length,
    held: checks.filter(Boolean).length,
    ...(await audit(stage, env, ledger)),
    note: `${ledger.subscribed.size} acknowledged, then ${status}`,
  };
  await postgres.remove();
}

async function* onFolder(stage: Stage, folder: string): AsyncGenerator<Row> {
  const env = { DATABASE_URL: "", DATA_DIR: join(folder, "data") };
  const first = await stage.alone(env);
  const ledger = createLedger();
  for (let n = 0; n < BEFORE; n++) await writeOnce(first.origin, "subscription", ledger);
  const ballast = fill(folder);
  const status = await writeUntilRefused(first.origin, ledger);
  const lives = (await fetch(`${first.origin}/`)).status === 200;
  rmSync(ballast);
  first.program.child.kill("SIGKILL");
  await first.program.ended;
  const second = await stage.alone(env);
  const isBack = (await writeOnce(second.origin, "subscription", ledger)) === 200;
  const checks = [status === 503 || status === 500, lives, isBack, (await second.stop()) === 0];
  yield {
    part: "PGlite's disk full: refused, pages served, whole after a restart",
    tried: checks.length,
    held: checks.filter(Boolean).length,
    ...(await audit(stage, env, ledger)),
    note: `${ledger.subscribed.size} acknowledged, then ${status}`,
  };
}

async function* atStart(stage: Stage, folder: string): AsyncGenerator<Row> {
  const fault = await stage.alone({ DATABASE_URL: "", DATA_DIR: join(folder, "data") }).then(
    () => "it started",
    (error: Error) => error.message,
  );
  const lines = fault
    .split("\n")
    .filter((line) => line !== "")
    .slice(1);
  const isTold = lines.length === 1 && /no room for the database|cannot be made/.test(fault);
  yield {
    part: "no room at the first start: told in one sentence",
    tried: 1,
    held: Number(isTold),
    note: isTold ? "" : fault.slice(-300).replaceAll("\n", " "),
  };
}

/** Disks that run full, under both databases and at a first start. */
export async function* disk(stage: Stage): AsyncGenerator<Row> {
  const small = mount(stage, 20);
  const server = mount(stage, 160);
  const own = mount(stage, 160);
  if (small === undefined || server === undefined || own === undefined) {
    process.stdout.write("  full disk: not tried, because mounting a small file system needs root\n");
    return;
  }
  yield* atStart(stage, small);
  yield* onPostgres(stage, server);
  yield* onFolder(stage, own);
}
