import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "vite";
import { outputNameOf, packageEntriesOf, type ReleasedPackage, root } from "./released.ts";

/** Bundles only this repository's sources and the compiler's helpers. Everything else is a dependency. */
const isExternal = (id: string): boolean => !/^(\0|\.|\/|[a-z]:[\\/]|@tallybin\/|@oxc-project\/)/i.test(id);

const packageOf = (id: string): string => id.split("/", id.startsWith("@") ? 2 : 1).join("/");

/**
 * Bundles a package's entries as ESM, not minified, because applications minify themselves and people read it.
 * @throws when the code imports a package that the manifest does not name
 */
export async function buildCode(one: ReleasedPackage, folder: string): Promise<void> {
  const { command, dependencies, optionalPeers = {} } = one;
  const entries = Object.entries(packageEntriesOf(one)).map(([name, file]) => [outputNameOf(name), file]);
  const files = [...entries, ...(command === undefined ? [] : [["cli", command]])];
  const input = Object.fromEntries(files.map(([name = "", file = ""]) => [name, join(root, file)]));
  const result = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "warn",
    build: {
      outDir: join(folder, "dist"),
      emptyOutDir: true,
      minify: false,
      sourcemap: true,
      target: "es2022",
      lib: { entry: input, formats: ["es"] },
      rolldownOptions: {
        external: isExternal,
        output: {
          entryFileNames: "[name].js",
          chunkFileNames: "chunks/[name].js",
          // Sources are named by their place in the repository, wherever the package is built.
          sourcemapPathTransform: (source, map) =>
            relative(root, join(dirname(map), source)).replaceAll("\\", "/"),
        },
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

/** The declarations of these packages are carried in those of the packages that import them. */
const CARRIED = ["contract", "platform"];
const sourceOf = (name: string): string => `packages/${name}/src/`;

/**
 * Writes a package's type declarations: the files that its entries reach, at their place in the repository, and an
 * entry declaration beside each entry's code.
 * @throws with the compiler's output
 */
export function writeDeclarations(one: ReleasedPackage, folder: string): void {
  const entries = Object.entries(packageEntriesOf(one));
  const types = join(folder, "dist/types");
  const config = join(folder, "tsconfig.json");
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    allowJs: false,
    checkJs: false,
    rootDir: root,
    // Without the paths, the compiler finds the packages in node_modules and may write no declarations for them.
    paths: Object.fromEntries(
      CARRIED.map((name) => [`@tallybin/${name}/*`, [join(root, sourceOf(name), "*.ts")]]),
    ),
    // The package may be written outside the repository.
    typeRoots: [join(root, "node_modules/@types"), join(root, "node_modules")],
    outDir: types,
  };
  const files = entries.map(([, file]) => join(root, file));
  const settings = { extends: join(root, "tsconfig.json"), compilerOptions, include: [], files };
  writeFileSync(config, JSON.stringify(settings));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const options = { cwd: root, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, "-p", config], options);
  if (status !== 0) throw new Error(`The declarations could not be written.\n${stdout}${stderr}`);
  rmSync(config);
  const reached = new Set<string>();
  const visitDeclaration = (source: string): void => {
    const file = join(types, source.replace(/\.ts$/, ".d.ts"));
    if (reached.has(file)) return;
    reached.add(file);
    const text = readFileSync(file, "utf8").replace(
      /"@tallybin\/(contract|platform)\/([a-z-]+)"/g,
      (_, name: string, module: string) =>
        JSON.stringify(`${relative(dirname(source), sourceOf(name)).replaceAll("\\", "/")}/${module}.ts`),
    );
    writeFileSync(file, text);
    for (const [, path = ""] of text.matchAll(/(?:from |import\()"(\.[^"]+)"/g))
      visitDeclaration(join(dirname(source), path));
  };
  for (const [name, file] of entries) {
    visitDeclaration(file);
    writeFileSync(join(folder, "dist", `${outputNameOf(name)}.d.ts`), `export * from "./types/${file}";\n`);
  }
  for (const entry of readdirSync(types, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !reached.has(file)) rmSync(file);
  }
}
