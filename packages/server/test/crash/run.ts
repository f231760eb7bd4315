import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { buildBundle } from "../support/built.ts";
import { ENVIRONMENT } from "../support/environment.ts";
import { leasePorts } from "../support/lease-ports.mjs";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { type Program, run } from "../support/program.ts";
import { createLedger, startWriters } from "../support/writers.ts";

/**
 * `npx tsx packages/server/test/crash/run.ts [kills]`: kills the server at random moments during writes, and counts after each kill: every
 * acknowledged row is stored, once. Outside `npm test`, because it takes minutes.
 */
const KILLS = Number(process.argv[2] ?? 50);
const PORT = await leasePorts();
const ORIGIN = `http://127.0.0.1:${PORT}`;
const WRITERS = 8;
/** Every fifth kill comes at a random moment of a start, mostly during migrations or recovery. */
const START_KILL_EVERY = 5;

const built = await buildBundle("server");

async function isReady(): Promise<boolean> {
  return fetch(`${ORIGIN}/healthz`).then(
    (response) => response.ok,
    () => false,
  );
}

async function storedRows(env: Record<string, string>): Promise<string[]> {
  const program = run([join(built.folder, "server/manage.js"), "export-subscribers"], env);
  const { code } = await program.ended;
  if (code !== 0) throw new Error(`The export failed:\n${program.output()}`);
  return program
    .output()
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(",")[0] ?? "");
}

async function crash(name: string, database: Record<string, string>): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), "tallybin-crash-"));
  const env = {
    ...ENVIRONMENT,
    PORT: String(PORT),
    DATA_DIR: dataDir,
    LIMIT_PER_CLIENT: "1000000/1",
    ...database,
  };
  const ledger = createLedger();
  const acknowledged = ledger.subscribed;
  let lost = 0;
  let twice = 0;
  let unanswered = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const server: Program = run([join(built.folder, "server/serve.js")], env);
    if (kill % START_KILL_EVERY === 0) {
      await pause(Math.random() * 1_500);
    } else {
      while (!(await isReady())) await pause(20);
      const writers = startWriters(ORIGIN, { count: WRITERS, calls: ["subscription"], ledger });
      // Counts from the first response, because the database may still be opening.
      const before = acknowledged.size;
      while (acknowledged.size === before && server.child.exitCode === null) await pause(5);
      await pause(50 + Math.random() * 750);
      server.child.kill("SIGKILL");
      await writers.stop();
    }
    server.child.kill("SIGKILL");
    await server.ended;
    const rows = await storedRows(env);
    const stored = new Set(rows);
    lost += [...acknowledged].filter((email) => !stored.has(email)).length;
    twice += rows.length - stored.size;
    unanswered = stored.size - [...acknowledged].filter((email) => stored.has(email)).length;
    process.stdout.write(
      `\r${name}: ${kill} kills, ${acknowledged.size} acknowledged, ${stored.size} stored   `,
    );
  }
  rmSync(dataDir, { recursive: true, force: true });
  process.stdout.write(
    `\n${name}: ${lost} acknowledged rows lost, ${twice} stored twice; ${unanswered} stored whose answer the kill cut off\n`,
  );
  return lost === 0 && twice === 0 && unanswered <= KILLS * WRITERS;
}

let postgres: Postgres | undefined;
try {
  const onFolder = await crash("PGlite", {});
  postgres = await startPostgres();
  const onServer = await crash("PostgreSQL", { DATABASE_URL: await postgres.createDatabase() });
  process.stdout.write(
    `${Number(onFolder) + Number(onServer)} passed, ${2 - Number(onFolder) - Number(onServer)} failed\n`,
  );
  process.exitCode = onFolder && onServer ? 0 : 1;
} finally {
  await postgres?.remove();
  built.remove();
}
