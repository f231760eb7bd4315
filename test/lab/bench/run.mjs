/**
 * `npm run bench -- server`, `-- page` and `-- lighthouse` measure the server beside nginx and pgbench, a first visit on
 * a slow phone, and the public routes by Lighthouse; the page takes a path and a speed, the server the seconds and rounds
 * of a cell, Lighthouse routes.
 *
 * `npm run bench`: our client and its peers side by side, as Markdown tables. Arguments: rows to measure instead of
 * all, e.g. `npm run bench -- bytes start`. `--write` writes docs/generated/bench.md; with rows, only their tables, each with its
 * date. RUNS sets the repetitions of a timed row (default 9; fewer for slow rows).
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { ensureBrowser, launchOptions } from "../../support/browser.mjs";
import { install } from "../install.mjs";
import { markdown } from "./support/arm.mjs";
import { withSections } from "./support/document.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const DOCUMENT = fileURLToPath(new URL("../../../docs/generated/bench.md", import.meta.url));
const ROWS = ["bytes", "requests", "popups", "start", "tabs", "faults"];
const [first = "", ...rest] = process.argv.slice(2);
const program = {
  server: "packages/server/test/bench/ratios.ts",
  page: "test/web-bench/run.ts",
  lighthouse: "test/lab/lighthouse/run.mjs",
}[first];
if (program) {
  const { status } = spawnSync(process.execPath, ["--import", "tsx", program, ...rest], {
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    stdio: "inherit",
  });
  process.exit(status ?? 1);
}

/** Below this load per processor, other programs do not change the times much. */
const IDLE = 0.25;

async function browserVersion() {
  const browser = await chromium.launch(launchOptions(ensureBrowser()));
  const version = browser.version();
  await browser.close();
  return version;
}

/** The first part of the page: what was measured, where and how. @param {number} load at the start */
async function header(load) {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? "unknown processor";
  const state =
    load < IDLE * processors.length
      ? "the machine was idle"
      : "**other programs used the processors**, so the times are too high for all columns";
  return `# The identity client beside its peers

\`npm run bench\` prints these tables, and \`npm run bench -- --write\` writes this page. It installs the peers into \`test/lab\` and starts the local services and a browser by itself. \`npm run bench -- bytes\` measures one row only. A new peer is a new file in [\`test/lab/bench/arms\`](../../test/lab/bench/arms). The server's figures beside nginx and pgbench are in [measurements](measurements.md#capacity).

Run of ${new Date().toISOString().slice(0, 10)}: Node ${process.versions.node}, Chromium ${await browserVersion()}, ${processors.length} × ${model}. Load average at the start: ${load.toFixed(1)}; ${state}. Bytes, requests and faults do not depend on the processor.

tallybin and firebase call the same local services of this repository. Both columns of Firebase contain \`firebase/app\`. better-auth calls its own server, with records in memory. The other libraries call a local double of their own service, written with their file in \`arms\`. Each library has the settings that its documentation names for a stored session with refresh tokens. \`@firebase/auth\` is the newest release of Firebase's SDK: \`firebase\` 13.2.0 re-exports it, but two other parts of that package are missing from the registry.

A dash means that a line does not apply. The reason is below its table.
`;
}

/** Measured before this program uses the processors itself. */
const [load = 0] = loadavg();

const isWritten = process.argv.includes("--write");
const wanted = process.argv.slice(2).filter((name) => name !== "--write");
const unknown = wanted.filter((name) => !ROWS.includes(name));
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(", ")}. Rows are ${ROWS.join(", ")}.`);
  process.exit(1);
}

install("bench");

/** Our client comes first, then the peers by file name. */
const files = readdirSync(`${here}arms`).toSorted(
  (a, b) => Number(b.startsWith("tallybin")) - Number(a.startsWith("tallybin")) || (a < b ? -1 : 1),
);
const arms = (await Promise.all(files.map((file) => import(`./arms/${file}`)))).map(
  ({ default: arm }) => arm,
);

const start = await header(load);
console.log(start);
/** @type {{ row: string, table: import("./support/arm.mjs").Table }[]} */
const tables = [];
for (const name of wanted.length === 0 ? ROWS : wanted) {
  const { default: measure } = await import(`./rows/${name}.mjs`);
  for (const table of await measure(arms)) {
    tables.push({ row: name, table });
    console.log(markdown(table));
  }
}
if (isWritten) {
  const isWhole = wanted.length === 0;
  const today = new Date().toISOString().slice(0, 10);
  const page = readFileSync(DOCUMENT, "utf8");
  const dated = tables.map(({ row, table }) => {
    // The sizes of bundles are the same under any load.
    const measured = `Run of ${today}${row === "bytes" ? "" : `, load average at the start ${load.toFixed(1)}`}.`;
    return isWhole ? table : { ...table, lead: `${table.lead ?? ""} ${measured}`.trim() };
  });
  writeFileSync(DOCUMENT, withSections(isWhole ? start : page, dated.map(markdown)));
}
