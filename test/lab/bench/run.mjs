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
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { install } from "../install.mjs";
import { markdown } from "./support/arm.mjs";
import { withSections } from "./support/document.mjs";
import { header } from "./support/header.mjs";

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
