import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";

const ENTRY = "bundle-entry";
const here = fileURLToPath(new URL(".", import.meta.url));

/** @param {string} code minified */
export const brotliSize = (code) => brotliCompressSync(code).length;

/**
 * Bundles a module, minified. Returns the code of each file.
 * @param {string} source
 * @param {{ folder?: string, plugins?: import("vite").Plugin[], codeSplitting?: boolean }} [options]
 * @returns {Promise<string[]>}
 */
export async function bundleFiles(source, { folder = here, plugins = [], codeSplitting = true } = {}) {
  const entryFile = `${folder}${ENTRY}.ts`;
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === ENTRY ? entryFile : undefined),
        load: (id) => (id === entryFile ? source : undefined),
      },
      ...plugins,
    ],
    build: {
      write: false,
      minify: true,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: ENTRY,
        preserveEntrySignatures: "strict",
        output: { format: "es", codeSplitting },
      },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error("nothing was built");
  return output.output.flatMap((file) => (file.type === "chunk" ? [file.code] : []));
}

/**
 * One bundle of a module, in one file. The figures of the README and of `npm run bench -- bytes` are sizes of such
 * bundles.
 * @param {string} source
 * @param {string} [folder] where the module's imports are found
 * @param {import("vite").Plugin[]} [plugins]
 * @returns {Promise<string>}
 */
export const bundle = async (source, folder = here, plugins = []) =>
  (await bundleFiles(source, { folder, plugins, codeSplitting: false })).join("");
