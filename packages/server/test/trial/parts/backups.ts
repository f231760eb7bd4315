import { spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { findProgram } from "../../support/debian-programs.ts";
import { createLedger, writeOnce } from "../../support/writers.ts";
import { startDebianPostgres } from "../debian-postgres.ts";
import type { Stage } from "../stage.ts";
import type { Row } from "../table.ts";
import { type Expect, until } from "./guide.ts";

const WRITES = 20;
/** cron looks once a minute. */
const CRON_MS = 90_000;
const DAY_SECONDS = 86_400;

/** Debian's cron with the guide's line alone, for each minute. It sees its own folders, and not the machine's. */
function startCron(stage: Stage, env: Record<string, string>): void {
  const file = join(stage.work, "cron/tallybin");
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
  const line = readFileSync(file, "utf8").replace(/^\S+ \S+ /, "* * ");
  writeFileSync(file, variables.join("") + line);
  const { file: cron } = findProgram("cron", ["cron"]);
  const script = `mount -t tmpfs none /var/spool && mount -t tmpfs none /run && mkdir -p /var/spool/cron/crontabs
    mount --bind ${dirname(file)} /etc/cron.d && exec ${cron} -f`;
  const child = spawn("unshare", ["--mount", "sh", "-euc", script], { stdio: "ignore" });
  stage.atEnd(() => child.kill("SIGKILL"));
}

/** The backup of the guide by cron, and the restore from it, with the guide's own commands and as their user. */
export async function* backups(stage: Stage): AsyncGenerator<Row> {
  const faults: string[] = [];
  let tried = 0;
  const expect: Expect = (name, isMet, output = "") => {
    tried++;
    if (!isMet) faults.push(`${name} ${output.slice(-300).replaceAll("\n", " ")}`);
  };
  const { url, env } = await startDebianPostgres(stage);
  const run = async (name: string, command: string): Promise<void> => {
    const { code, output } = await stage.sh(command, env);
    expect(name, code === 0, output);
  };
  await run("role", stage.step(8).block(/create role/));
  const variables = { DATABASE_URL: url };
  const server = await stage.alone(variables);
  const ledger = createLedger();
  for (let n = 0; n < WRITES; n++) {
    await writeOnce(server.origin, "subscription", ledger);
    await writeOnce(server.origin, "message", ledger);
  }
  const folder = join(stage.work, "backups");
  mkdirSync(folder);
  const old = join(folder, "2026-01-01.dump");
  writeFileSync(old, "");
  utimesSync(old, Date.now() / 1000 - 40 * DAY_SECONDS, Date.now() / 1000 - 40 * DAY_SECONDS);
  await run("backup", stage.here(stage.backup.block(/tallybin-backup <</)));
  startCron(stage, env);
  const dumps = (): string[] => readdirSync(folder).filter((name) => name.endsWith(".dump"));
  const isDone = async (): Promise<boolean> => dumps().length === 1 && !existsSync(old);
  expect("cron", await until(isDone, CRON_MS), readdirSync(folder).join(" "));
  const dump = join(folder, dumps()[0] ?? "");
  expect("mode", (statSync(dump).mode & 0o777) === 0o600);

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const [ended = ""] = ledger.subscribed;
  await client.query("update subscribers set unsubscribed_at = now() where email = $1", [ended]);
  await client.query("delete from contact_messages");
  await client.end();
  const commands = (pattern: RegExp): string =>
    stage.here(stage.backup.block(pattern)).replaceAll(/\S+\/2026-11-23\.dump/g, dump);
  await run("restore", commands(/createdb/));
  await server.stop();
  const renaming = commands(/rename to damaged/).replace(/^systemctl.*\n/, "");
  await run("rename", renaming);
  await run("ended subscriptions", commands(/select format/));
  const environment = join(stage.work, "restored.env");
  writeFileSync(environment, readFileSync(join(stage.work, "tallybin.env"), "utf8"));
  appendFileSync(environment, `DATABASE_URL=${url}\n`);
  const starting = commands(/end-sessions/)
    .replace(/^systemctl.*\n/m, "")
    .replace(join(stage.work, "tallybin.env"), environment);
  await run("end sessions", starting);

  const after = await stage.alone(variables);
  const exported = await stage.manage("export-subscribers", variables);
  const messages = await stage.manage("export-messages", variables);
  const has = (text: string, email: string): boolean => text.includes(email);
  const lost =
    [...ledger.subscribed].filter((email) => email !== ended && !has(exported, email)).length +
    [...ledger.messaged].filter((email) => !has(messages, email)).length;
  expect("an ended subscription stays ended", !has(exported, ended));
  expect("writes again", (await writeOnce(after.origin, "subscription", createLedger())) === 200);
  expect("stop", (await after.stop()) === 0);
  yield {
    part: "backup by cron, and restore, by the guide's commands",
    tried,
    held: tried - faults.length,
    lost,
    note: faults.join("; ") || `${ledger.subscribed.size + ledger.messaged.size} rows`,
  };
}
