import { parseArgs } from "node:util";
import { alerts } from "./parts/alerts.ts";
import { attacks } from "./parts/attacks.ts";
import { backups } from "./parts/backups.ts";
import { clients } from "./parts/clients.ts";
import { costs } from "./parts/costs.ts";
import { database } from "./parts/database.ts";
import { disk } from "./parts/disk.ts";
import { guide } from "./parts/guide.ts";
import { mails } from "./parts/mails.ts";
import { pooler } from "./parts/pooler.ts";
import { processes } from "./parts/processes.ts";
import { tokens } from "./parts/tokens.ts";
import { wayBack } from "./parts/way-back.ts";
import { openStage } from "./stage.ts";
import { header, isGood, line, type Row } from "./table.ts";

/**
 * `npm run lab -- trial`: deploys this repository by the guide in the package's README, with local services instead of
 * Google, and then triggers production's failures. Outside `npm test`: it needs Debian's packages, npm's registry and
 * several minutes. All load is bounded and goes to loopback.
 *
 * --release <folder> a folder that a release of the guide is unpacked in, instead of a new build
 * --only <part> one part after the guide, such as `database`
 */
const { values: options } = parseArgs({ options: { release: { type: "string" }, only: { type: "string" } } });
const LIMIT_MS = 40 * 60_000;
const PARTS = {
  processes,
  database,
  backups,
  pooler,
  mails,
  tokens,
  attacks,
  costs,
  clients,
  disk,
  alerts,
  wayBack,
};

const began = performance.now();
const rows: Row[] = [];
const take = async (part: AsyncGenerator<Row>): Promise<void> => {
  for await (const row of part) {
    rows.push(row);
    process.stdout.write(line(row));
  }
};

const stage = await openStage(options.release);
let isEnding = false;
const end = async (code: number): Promise<never> => {
  if (!isEnding) {
    isEnding = true;
    await stage.end().catch((error: unknown) => process.stderr.write(`${error}\n`));
  }
  process.exit(code);
};
const late = setTimeout(() => {
  process.stderr.write(`The trial did not end within ${LIMIT_MS / 60_000} minutes.\n`);
  void end(1);
}, LIMIT_MS);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void end(1));

try {
  process.stdout.write(header());
  await take(guide(stage, options.release !== undefined));
  for (const [name, part] of Object.entries(PARTS)) {
    if (options.only === undefined || options.only === name) await take(part(stage));
  }
  clearTimeout(late);
  const bad = rows.filter((row) => !isGood(row)).length;
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  process.stdout.write(`${rows.length - bad} of ${rows.length} parts held, in ${minutes} minutes\n`);
  await end(bad === 0 ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  await end(1);
}
