// Bundles the site's code between the client and React, in a process of its own: a bundler has timers and threads, and
// the simulation's time is the process's. Takes a mistake to plant as JSON, or nothing. Prints the code and its imports.
import { fileURLToPath } from "node:url";
import { build } from "vite";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const ENTRY = fileURLToPath(new URL("entry.ts", import.meta.url));
/** The packages that run with the page's own clock and storage. */
const GIVEN = new Set(["@tallybin/identity", "@tallybin/identity/custody", "@tallybin/user-document"]);
const fault = process.argv[2] ? JSON.parse(process.argv[2]) : undefined;

/**
 * Plants the mistake before anything else reads the file.
 * @type {import("vite").Plugin}
 */
const plant = {
  name: "plant",
  enforce: "pre",
  transform(code, id) {
    if (id !== ROOT + fault?.file) return null;
    if (code.split(fault.find).length !== 2)
      throw new Error(`${fault.name}: ${fault.file} must hold this once: ${fault.find}`);
    return code.replace(fault.find, () => fault.replace);
  },
};

/**
 * Code of its own comes over the network.
 * @type {import("vite").Plugin}
 */
const chunks = {
  name: "chunks",
  enforce: "post",
  transform: (code, id) =>
    id.startsWith(`${ROOT}src/`)
      ? code.replace(/\bimport\((["'][^"']+["'])\)/g, "fetchChunk(() => import($1))")
      : null,
};

const output = await build({
  ...{ configFile: false, root: ROOT, logLevel: "silent", mode: "production" },
  plugins: [plant, chunks],
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
process.stdout.write(
  JSON.stringify({ code: chunk.code, imports: chunk.imports.filter((id) => !GIVEN.has(id)) }),
);
