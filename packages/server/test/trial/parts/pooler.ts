import { execFileSync, spawn } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { leasePorts } from "../../support/lease-ports.mjs";
import { findPgBouncer } from "../../support/pgbouncer.ts";
import { createLedger, startWriters } from "../../support/writers.ts";
import type { Stage } from "../stage.ts";
import type { Row } from "../table.ts";

const STARTS = 6;
const WRITE_MS = 4_000;
/** Starts PgBouncer in transaction mode in front of the trial's database, and returns its address. */
async function startPooler(stage: Stage): Promise<string> {
  const port = await leasePorts();
  const { hostname, port: databasePort, pathname, username } = new URL(stage.databaseUrl);
  const [file, users] = [join(stage.work, "pgbouncer.ini"), join(stage.work, "pgbouncer.txt")];
  writeFileSync(users, `"${username}" ""\n`);
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
max_prepared_statements = 100
`,
  );
  chmodSync(stage.work, 0o755);
  const { file: program, args, env } = findPgBouncer();
  const user = process.getuid?.() === 0 ? Number(execFileSync("id", ["-u", "nobody"])) : undefined;
  const child = spawn(program, [...args, file], {
    env: { ...process.env, ...env },
    stdio: "ignore",
    ...(user === undefined ? {} : { uid: user }),
  });
  stage.atEnd(() => child.kill("SIGKILL"));
  return `postgres://${username}@127.0.0.1:${port}${pathname}`;
}

/** PgBouncer in transaction mode: servers start again and again, and write, through four connections. */
export async function* pooler(stage: Stage): AsyncGenerator<Row> {
  const url = await startPooler(stage);
  await pause(500);
  const ledger = createLedger();
  let started = 0;
  for (let start = 0; start < STARTS; start++) {
    const server = await stage.alone({ DATABASE_URL: url });
    started++;
    const writers = startWriters(server.origin, { count: 8, calls: ["subscription", "message"], ledger });
    await pause(WRITE_MS / STARTS);
    await writers.stop();
    await server.stop();
  }
  const leaked = await stage.rows("select 1 from pg_locks where locktype = 'advisory'");
  const promised = ledger.subscribed.size + ledger.messaged.size;
  const others = [...ledger.answers].filter(([status]) => status !== 200);
  yield {
    part: `PgBouncer in transaction mode: ${STARTS} starts, writes acknowledged`,
    tried: promised + STARTS,
    held: promised + started - leaked.length - others.length,
    ...(await stage.audit(ledger)),
    note: others.map(([status, count]) => `${count} × ${status}`).join(", "),
  };
}
