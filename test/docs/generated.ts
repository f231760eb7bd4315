import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { errorTable } from "../../packages/identity/test/readme/error-table.ts";
import { durabilityTable, lifecycleTable } from "../../packages/identity/test/readme/lifecycle-table.ts";
import { popupTable } from "../../packages/identity/test/readme/popup-table.ts";
import { streamTable } from "../../packages/user-document/test/stream/table.ts";
import { filesUnder, root } from "../architecture/import-graph.ts";

const read = (file: string): string => readFileSync(join(root, file), "utf8");

/** A document with parts that are computed from the code. */
type Generated = { file: string; update: (text: string) => string };

/** Replaces the table that has the same header. */
function withTable(text: string, table: string): string {
  const header = table.slice(0, table.indexOf("\n") + 1);
  const start = text.indexOf(header);
  if (start < 0) throw new Error(`No table begins with ${header}`);
  const [old = ""] = /^(?:\|.*\n)+/.exec(text.slice(start)) ?? [];
  return `${text.slice(0, start)}${table.trimEnd()}\n${text.slice(start + old.length)}`;
}

const withTables =
  (...tables: (() => string)[]) =>
  (text: string) =>
    tables.reduce((result, table) => withTable(result, table()), text);

/** A file that has moved keeps its row if no other file has its name. */
function findMoved(file: string): string {
  if (existsSync(join(root, file))) return file;
  const found = ["src", "packages"]
    .flatMap(filesUnder)
    .map(({ path }) => path)
    .filter((path) => basename(path) === basename(file) && !path.includes("/test/"));
  const [only, ...more] = found;
  if (only !== undefined && more.length === 0) return only;
  throw new Error(
    `docs/audit.md lists ${file}, which is gone. ${more.length > 0 ? `Write which of these it is: ${found.join(", ")}` : "Remove its row, or name its successor."}`,
  );
}

const ROW = /^\| \[`([^`]+)`\]\([^)]*\) \| \d+ \| (.+) \|$/gm;
/** Counts are rounded to tens, because a small change of a file does not change the time to read it. */
const rounded = (lines: number) => Math.max(10, Math.round(lines / 10) * 10);

/** The files of the audit page, in reading order. */
export const auditedFiles = (text: string): string[] => [...text.matchAll(ROW)].map(([, file = ""]) => file);

function auditPage(text: string): string {
  let files = 0;
  let sum = 0;
  const rows = text.replace(ROW, (_, listed: string, duty: string) => {
    const file = findMoved(listed);
    const lines = rounded(read(file).trimEnd().split("\n").length);
    files += 1;
    sum += lines;
    return `| [\`${file}\`](../${file}) | ${lines} | ${duty} |`;
  });
  return rows.replace(
    /^\d+ files, about [\d,]+ lines/m,
    `${files} files, about ${(Math.round(sum / 100) * 100).toLocaleString("en-US")} lines`,
  );
}

/** Every document that `npm run lab -- docs` writes. */
export const generated: readonly Generated[] = [
  { file: "docs/audit.md", update: auditPage },
  {
    file: "packages/identity/README.md",
    update: withTables(lifecycleTable, durabilityTable, popupTable, errorTable),
  },
  { file: "packages/user-document/README.md", update: withTables(streamTable) },
];
