import { join } from "node:path";
import { build } from "vite";
import { outputOf, type Released, root } from "./released.ts";

/** Sources of this repository go into the package; everything else is a dependency. */
const isExternal = (id: string): boolean => !/^(\.|\/|[a-z]:[\\/]|@tallybin\/)/i.test(id);

/** Bundles a package's entries as ESM, not minified: an application's own tool does that, and people read it. */
export async function buildCode({ entries, bin = {} }: Released, folder: string): Promise<void> {
  const input = {
    ...Object.fromEntries(Object.entries(entries).map(([name, file]) => [outputOf(name), join(root, file)])),
    ...Object.fromEntries(Object.entries(bin).map(([, file]) => ["cli", join(root, file)])),
  };
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "warn",
    build: {
      outDir: join(folder, "dist"),
      emptyOutDir: true,
      minify: false,
      target: "es2022",
      lib: { entry: input, formats: ["es"] },
      rolldownOptions: {
        external: isExternal,
        output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name].js" },
      },
    },
  });
}
