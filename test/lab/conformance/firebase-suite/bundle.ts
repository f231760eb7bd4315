import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

/** The folder of the installed tools. */
export const here = fileURLToPath(new URL(".", import.meta.url));

const isBare = (id: string) => /^[@\w]/.test(id) && !/^\w+:/.test(id);
const isInstalled = (file: string) => file.includes("/node_modules/");

/** Finds the modules of the checkout's files among the installed tools, so that each is there once. */
const installed: Plugin = {
  name: "installed",
  enforce: "pre",
  resolveId(id, importer) {
    if (!importer || !isBare(id) || isInstalled(importer)) return undefined;
    return this.resolve(id, `${here}run.ts`, { skipSelf: true });
  },
};

type Bundle = {
  source: string;
  forNode: boolean;
  plugins: Plugin[];
  define: Record<string, string>;
};

/** One script of a module. */
export async function bundle({ source, forNode, plugins, define }: Bundle) {
  const entry = `${here}specs-entry.ts`;
  const built = await build({
    configFile: false,
    root: here,
    logLevel: "error",
    define: { ...(!forNode && { "process.env.NODE_ENV": '"development"' }), ...define },
    plugins: [
      {
        name: "entry",
        enforce: "pre",
        resolveId: (id) => (id === "specs-entry" ? entry : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
      ...plugins,
      installed,
    ],
    ...(forNode && { ssr: { noExternal: true, target: "node" } }),
    build: {
      write: false,
      minify: false,
      target: "es2022",
      modulePreload: false,
      ...(forNode && { ssr: true }),
      rolldownOptions: {
        input: "specs-entry",
        // A missing export fails only the tests that use it.
        shimMissingExports: true,
        output: { format: "es", codeSplitting: false },
      },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    "output" in one ? one.output : [],
  );
  return outputs.map((file) => (file.type === "chunk" ? file.code : "")).join("\n");
}
