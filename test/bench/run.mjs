/**
 * `npm run bench`: our client and its peers side by side, as Markdown tables. Arguments: rows to measure instead of
 * all, e.g. `npm run bench -- bytes start`. `--write` measures all rows and writes them to docs/bench.md. RUNS sets the
 * repetitions of a timed row (default 9; fewer for slow rows).
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { markdown } from "./support/arm.mjs";
import { header } from "./support/header.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const DOCUMENT = fileURLToPath(new URL("../../docs/bench.md", import.meta.url));
const ROWS = ["bytes", "requests", "popups", "start", "tabs", "faults", "heap"];
/** Measured before this program uses the processors itself. */
const [load = 0] = loadavg();

const wanted = process.argv.slice(2);
const isWritten = wanted.includes("--write");
const unknown = wanted.filter((name) => name !== "--write" && !ROWS.includes(name));
if (unknown.length > 0 || (isWritten && wanted.length > 1)) {
  console.error(
    unknown.length > 0
      ? `There is no row ${unknown.join(", ")}. Rows are ${ROWS.join(", ")}.`
      : "--write measures all rows.",
  );
  process.exit(1);
}

if (!existsSync(`${here}node_modules`)) {
  console.error("Installing the peers into test/bench (once).");
  const { status } = spawnSync("npm", ["ci", "--loglevel=error", "--ignore-scripts"], {
    cwd: here,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (status !== 0) process.exit(1);
}

/** Our client comes first, then the peers by file name. */
const files = readdirSync(`${here}arms`).toSorted(
  (a, b) => Number(b.startsWith("tallybin")) - Number(a.startsWith("tallybin")) || (a < b ? -1 : 1),
);
const arms = (await Promise.all(files.map((file) => import(`./arms/${file}`)))).map(
  ({ default: arm }) => arm,
);

const parts = [await header(load)];
console.log(parts[0]);
for (const name of isWritten || wanted.length === 0 ? ROWS : wanted) {
  const { default: measure } = await import(`./rows/${name}.mjs`);
  for (const table of await measure(arms)) {
    parts.push(markdown(table));
    console.log(parts.at(-1));
  }
}
if (isWritten) writeFileSync(DOCUMENT, parts.join("\n"));
