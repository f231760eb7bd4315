import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = fileURLToPath(new URL("../../../../docs/security/sessions.md", import.meta.url));
const TABLE = /^\| Stolen \|.*\n(?:\|.*\n)+/m;

/** The document that has the table, and its text. */
export const readDocument = (): { path: string; text: string } => ({
  path,
  text: readFileSync(path, "utf8"),
});

/** The table in a document's text. */
export const tableIn = (text: string): string => TABLE.exec(text)?.[0] ?? "";

export function withTable(text: string, table: string): string {
  if (tableIn(text) === "") throw new Error("The document has no table that begins with | Stolen |.");
  return text.replace(TABLE, table);
}
