import { fileURLToPath } from "node:url";
import { build } from "vite";

const ENTRY = "bench-entry";
/** Modules resolve from here, so that an arm finds its own installed package. */
const here = fileURLToPath(new URL("../", import.meta.url));

/**
 * One bundle of a module, minified, in one file.
 * @param {string} source
 * @returns {Promise<{ code: string, modules: [string, number][] }>} its modules with the rendered length of each
 */
export async function bundle(source) {
  const result = await build({
    configFile: false,
    root: here,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "bench-entry",
        resolveId: (id) => (id === ENTRY ? `${here}${ENTRY}.ts` : undefined),
        load: (id) => (id === `${here}${ENTRY}.ts` ? source : undefined),
      },
    ],
    build: {
      write: false,
      minify: true,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: ENTRY,
        preserveEntrySignatures: "strict",
        output: { format: "es", codeSplitting: false },
      },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !("output" in output)) throw new Error("nothing was built");
  const chunks = output.output.flatMap((file) => (file.type === "chunk" ? [file] : []));
  return {
    code: chunks.map(({ code }) => code).join(""),
    modules: chunks.flatMap(({ modules }) =>
      Object.entries(modules).map(
        ([id, { renderedLength }]) => /** @type {[string, number]} */ ([id, renderedLength]),
      ),
    ),
  };
}
