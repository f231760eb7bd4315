import { join } from "node:path";
import { build } from "vite";
import { entriesOf, outputOf, type Released, root } from "./released.ts";

/** Bundles only this repository's sources and the compiler's helpers. Everything else is a dependency. */
const isExternal = (id: string): boolean => !/^(\0|\.|\/|[a-z]:[\\/]|@tallybin\/|@oxc-project\/)/i.test(id);

/** The package that an imported module belongs to: `msw` for `msw/node`. */
const packageOf = (id: string): string => id.split("/", id.startsWith("@") ? 2 : 1).join("/");

/**
 * Bundles a package's entries as ESM, not minified, because applications minify themselves and people read it.
 * @throws when the code imports a package that the manifest does not name
 */
export async function buildCode(one: Released, folder: string): Promise<void> {
  const { bin = {}, dependencies, optionalPeers = {} } = one;
  const input = {
    ...Object.fromEntries(
      Object.entries(entriesOf(one)).map(([name, file]) => [outputOf(name), join(root, file)]),
    ),
    ...Object.fromEntries(Object.entries(bin).map(([, file]) => ["cli", join(root, file)])),
  };
  const result = await build({
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
  const imported = [result]
    .flat()
    .flatMap((built) => ("output" in built ? built.output : []))
    .flatMap((file) => ("imports" in file ? [...file.imports, ...file.dynamicImports] : []))
    .filter((id) => isExternal(id) && !id.startsWith("node:") && !id.startsWith("chunks/"));
  const known = new Set([...dependencies, ...Object.keys(optionalPeers)]);
  const missing = imported.filter((id) => !known.has(packageOf(id)) && !/\.js$/.test(id));
  if (missing.length > 0)
    throw new Error(`${one.name} imports ${missing.join(", ")}, which it does not depend on.`);
}
