import { lifecycleTable } from "../../packages/identity/test/readme/lifecycle-table.ts";
import { popupTable } from "../../packages/identity/test/readme/popup-table.ts";
import { errorTable } from "../../packages/release/src/error-page.ts";
import { streamTable } from "../../packages/user-document/test/stream/table.ts";

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

/** Every document that `npm run lab -- docs` writes. */
export const generated: readonly Generated[] = [
  { file: "docs/generated/session-states.md", update: withTables(lifecycleTable) },
  { file: "docs/generated/popup-states.md", update: withTables(popupTable) },
  { file: "docs/generated/error-codes.md", update: withTables(errorTable) },
  { file: "docs/generated/document-states.md", update: withTables(streamTable) },
];
