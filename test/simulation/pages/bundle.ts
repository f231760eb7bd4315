import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

export type PageEntry = typeof import("./entry.ts");
/** A mistake: a text of one file that is replaced. `file` is its path from the root of the repository. */
export type PageFault = { name: string; file: string; find: string; replace: string };
/** What a page's code finds as globals. */
export type Globals = Readonly<Record<string, unknown>>;
/** Runs the code as a new page does. `given` has the packages that run with the page's own clock and storage. */
export type PageCode = (globals: Globals, given: Readonly<Record<string, unknown>>) => PageEntry;

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const ENTRY = fileURLToPath(new URL("entry.ts", import.meta.url));
const GIVEN = new Set(["@tallybin/identity", "@tallybin/identity/custody", "@tallybin/user-document"]);
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

/** Plants a mistake before anything else reads the file. */
const plant = ({ name, file, find, replace }: PageFault): Plugin => ({
  name: "plant",
  enforce: "pre",
  transform: (code, id) => {
    if (id !== ROOT + file) return null;
    if (code.split(find).length !== 2) throw new Error(`${name}: ${file} must hold this once: ${find}`);
    return code.replace(find, () => replace);
  },
});

/** Code of its own comes over the network. */
const chunks: Plugin = {
  name: "chunks",
  enforce: "post",
  transform: (code, id) =>
    id.startsWith(`${ROOT}src/`)
      ? code.replace(/\bimport\((["'][^"']+["'])\)/g, "fetchChunk(() => import($1))")
      : null,
};

/** The present code, or a copy with one fault. */
export async function loadPageCode(fault?: PageFault): Promise<PageCode> {
  const output = await build({
    ...{ configFile: false, root: ROOT, logLevel: "silent", mode: "production" },
    plugins: [...(fault ? [plant(fault)] : []), chunks],
    build: {
      ...{ write: false, minify: false, target: "es2022", ssr: ENTRY },
      rolldownOptions: {
        external: (id) => GIVEN.has(id) || !/^([./]|@tallybin\/)/.test(id),
        output: { format: "cjs", codeSplitting: false },
      },
    },
    ssr: { noExternal: /^@tallybin\// },
  });
  const [chunk] = [output].flat().flatMap((each) => ("output" in each ? each.output : []));
  if (chunk?.type !== "chunk") throw new TypeError("the site's code has no chunk");
  const shared = new Map<string, unknown>();
  for (const id of chunk.imports) if (!GIVEN.has(id)) shared.set(id, await import(id));
  const start = new Function("require", "exports", ...NAMES, chunk.code);
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
