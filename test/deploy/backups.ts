import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "@playwright/test";
import { findProgram } from "../../packages/server/test/support/debian-programs.ts";
import { createLedger, writeOnce } from "../../packages/server/test/support/writers.ts";
import { until } from "../support/until.mjs";
import { allReady } from "./install.ts";
import { audit } from "./ledger.ts";
import type { Stage } from "./stage.ts";

const WRITES = 20;
/** cron looks once a minute. */
const CRON_MS = 90_000;
const DAY_SECONDS = 86_400;

/** Debian's cron with the guide's line alone, for each minute. It sees its own folders, and not the machine's. */
function startCron(stage: Stage): void {
  const file = join(stage.work, "cron/tallybin");
  const variables = Object.entries(stage.databaseEnv).map(([name, value]) => `${name}=${value}\n`);
  const line = readFileSync(file, "utf8").replace(/^\S+ \S+ /, "* * ");
  writeFileSync(file, variables.join("") + line);
  const { file: cron } = findProgram("cron", ["cron"]);
  const script = `mount -t tmpfs none /var/spool && mount -t tmpfs none /run && mkdir -p /var/spool/cron/crontabs
    mount --bind ${dirname(file)} /etc/cron.d && exec ${cron} -f`;
  const child = spawn("unshare", ["--mount", "sh", "-euc", script], { stdio: "ignore" });
  stage.atEnd(() => child.kill("SIGKILL"));
}

/** The backup of the guide by cron, and the restore from it, with the guide's own commands and as their user. */
export async function restoreBackup(stage: Stage): Promise<void> {
  const ledger = createLedger();
  for (let n = 0; n < WRITES; n++) {
    await writeOnce(stage.plainOrigin, "subscription", ledger);
    await writeOnce(stage.plainOrigin, "message", ledger);
  }
  const folder = join(stage.work, "backups");
  mkdirSync(folder);
  const old = join(folder, "2026-01-01.dump");
  writeFileSync(old, "");
  utimesSync(old, Date.now() / 1000 - 40 * DAY_SECONDS, Date.now() / 1000 - 40 * DAY_SECONDS);
  await stage.succeed(stage.here(stage.backup.block(/tallybin-backup <</)));
  startCron(stage);
  const dumps = (): string[] => readdirSync(folder).filter((name) => name.endsWith(".dump"));
  await until(() => dumps().length === 1 && !existsSync(old), "a backup by cron alone", CRON_MS);
  const dump = join(folder, dumps()[0] ?? "");
  expect(statSync(dump).mode & 0o777).toBe(0o600);

  const [ended = ""] = ledger.subscribed;
  const damage = `update subscribers set unsubscribed_at = now() where email = '${ended}'; delete from contact_messages`;
  await stage.succeed(`su postgres -c 'psql -d tallybin' <<< "${damage}"`);
  for (const pattern of [/createdb/, /rename to damaged/, /select format/, /end-sessions/])
    await stage.succeed(
      stage.here(stage.backup.block(pattern)).replaceAll(/\S+\/2026-11-23\.dump/g, () => dump),
    );
  await allReady(stage);
  ledger.subscribed.delete(ended);
  expect(await audit(stage, ledger)).toEqual([]);
  expect(await stage.manage("export-subscribers"), "an ended subscription stays ended").not.toContain(
    `${ended},`,
  );
  expect(await writeOnce(stage.plainOrigin, "subscription", createLedger())).toBe(200);
}
