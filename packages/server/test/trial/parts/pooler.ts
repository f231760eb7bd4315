import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { leasePorts } from "../../support/lease-ports.mjs";
import { findPgBouncer } from "../../support/pgbouncer.ts";
import { createLedger, startWriters } from "../../support/writers.ts";
import { startDebianPostgres, superuser } from "../debian-postgres.ts";
import { readSection } from "../guide.ts";
import type { ReadRows, Stage } from "../stage.ts";
import type { Row } from "../table.ts";

const STARTS = 6;
const WRITE_MS = 4_000;
const OPERATIONS = new URL("../../../../../docs/operations.md", import.meta.url);
const CONFIGURATION = new URL("../../../deploy/postgresql/pgbouncer.ini", import.meta.url);
/** Fewer connections to the database than the servers have, so that they share. */
const POOL = 4;

/** Starts PgBouncer with the guide's file and users in front of a PostgreSQL. Returns the address for servers. */
async function startPooler(stage: Stage, url: string, env: Record<string, string>): Promise<string> {
  const port = await leasePorts();
  const folder = join(stage.work, "pgbouncer");
  mkdirSync(folder);
  const here = (text: string): string => text.replaceAll("/etc/pgbouncer", folder);
  const section = readSection(readFileSync(OPERATIONS, "utf8"), "More than one database machine");
  const { code, output } = await stage.sh(here(section.block(/userlist/)), env);
  if (code !== 0) throw new Error(`The guide's command for PgBouncer's users failed:\n${output}`);
  const file = join(folder, "pgbouncer.ini");
  const settings = here(readFileSync(CONFIGURATION, "utf8"))
    .replace("port=5000", `port=${new URL(url).port}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}\nunix_socket_dir =`)
    .replace(/^default_pool_size = .*$/m, `default_pool_size = ${POOL}`);
  writeFileSync(file, settings);
  const { file: program, args, env: found } = findPgBouncer();
  const options = { ...superuser(), env: { ...process.env, ...found }, stdio: "ignore" } as const;
  const child = spawn(program, [...args, file], options);
  stage.atEnd(() => child.kill("SIGKILL"));
  return url.replace(/:\d+\//, `:${port}/`);
}

/** PgBouncer in transaction mode: servers start again and again, and write, through four connections. */
export async function* pooler(stage: Stage): AsyncGenerator<Row> {
  const database = await startDebianPostgres(stage);
  const role = await stage.sh(stage.step(8).block(/create role/), database.env);
  if (role.code !== 0) throw new Error(`The guide's role was not made:\n${role.output}`);
  const url = await startPooler(stage, database.url, database.env);
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
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const read: ReadRows = async <Row>(text: string) => (await client.query(text)).rows as Row[];
  const leaked = await read("select 1 from pg_locks where locktype = 'advisory'");
  const found = await stage.audit(ledger, read);
  await client.end();
  const promised = ledger.subscribed.size + ledger.messaged.size;
  const others = [...ledger.answers].filter(([status]) => status !== 200);
  yield {
    part: `PgBouncer by the guide, in transaction mode: ${STARTS} starts, writes acknowledged`,
    tried: promised + STARTS,
    held: promised + started - leaked.length - others.length,
    ...found,
    note: others.map(([status, count]) => `${count} × ${status}`).join(", "),
  };
}
