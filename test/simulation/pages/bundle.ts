import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export type PageEntry = typeof import("./entry.ts");
/** A mistake: a text of one file that is replaced. `file` is its path from the root of the repository. */
export type PageFault = { name: string; file: string; find: string; replace: string };
/** What a page's code finds as globals. */
export type Globals = Readonly<Record<string, unknown>>;
/** Runs the code as a new page does. `given` has the packages that run with the page's own clock and storage. */
export type PageCode = (globals: Globals, given: Readonly<Record<string, unknown>>) => PageEntry;

const PROGRAM = fileURLToPath(new URL("bundle-program.mjs", import.meta.url));
const MOST_BYTES = 10_000_000;
const run = promisify(execFile);
/** The names of the globals that a page's code may use. */
const NAMES = [
  "globalThis",
  "window",
  "document",
  "indexedDB",
  "localStorage",
  "sessionStorage",
  "setTimeout",
  "clearTimeout",
  "fetch",
  "fetchChunk",
];

/** The present code, or a copy with one fault. */
export async function loadPageCode(fault?: PageFault): Promise<PageCode> {
  const input = fault ? [JSON.stringify(fault)] : [];
  const { stdout } = await run(process.execPath, [PROGRAM, ...input], { maxBuffer: MOST_BYTES });
  const { code, imports } = JSON.parse(stdout) as { code: string; imports: readonly string[] };
  const shared = new Map<string, unknown>();
  for (const id of imports) shared.set(id, await import(id));
  const start = new Function("require", "exports", ...NAMES, code);
  return (globals, given) => {
    const exported = {};
    const load = (id: string) => shared.get(id) ?? given[id];
    start(load, exported, ...NAMES.map((name) => globals[name]));
    return exported as PageEntry;
  };
}

let present: Promise<PageCode> | undefined;
/** The code of this release. */
export const presentPageCode = (): Promise<PageCode> => {
  present ??= loadPageCode();
  return present;
};
