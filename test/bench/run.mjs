/**
 * `npm run bench`: our client and its peers side by side, as Markdown tables. Arguments: rows to measure instead of
 * all, e.g. `npm run bench -- bytes start`. RUNS sets the repetitions of a timed row (default 9).
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { markdown } from "./support/arm.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const ROWS = ["bytes", "requests", "popups", "start", "tabs", "faults", "heap"];

/** @param {string} folder @param {string[]} args */
const npm = (folder, args) =>
  spawnSync("npm", [...args, "--loglevel=error", "--ignore-scripts"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  }).status === 0;

if (!existsSync(`${here}node_modules`)) {
  console.error("Installing the peers into test/bench (once).");
  if (!npm(here, ["ci"])) process.exit(1);
}
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !ROWS.includes(name));
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(", ")}. Rows are ${ROWS.join(", ")}.`);
  process.exit(1);
}

/** Our client comes first, then the peers by file name. */
const files = readdirSync(`${here}arms`).toSorted(
  (a, b) => Number(b.startsWith("tallybin")) - Number(a.startsWith("tallybin")) || (a < b ? -1 : 1),
);
const arms = (await Promise.all(files.map((file) => import(`./arms/${file}`)))).map(
  ({ default: arm }) => arm,
);

const processors = cpus();
console.log(
  `Node ${process.versions.node}, ${processors.length} × ${processors[0]?.model.trim() ?? "unknown processor"}, ${new Date().toISOString().slice(0, 10)}\n`,
);
for (const name of wanted.length > 0 ? wanted : ROWS) {
  const { default: measure } = await import(`./rows/${name}.mjs`);
  for (const table of await measure(arms)) console.log(markdown(table));
}
