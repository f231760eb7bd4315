import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build } from "vite";
import { outputNameOf, packageEntriesOf, type Released, released, root } from "./released.ts";

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
      Object.entries(packageEntriesOf(one)).map(([name, file]) => [outputNameOf(name), join(root, file)]),
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

/** A module name in a declaration: `from "./x.ts"`, `import("./x.ts")`. */
const SPECIFIER = /(from\s+|import\s*\(?\s*)"(\.[^"]+)\.ts"/g;

/** The source file of an import from a package that is not released; the released package carries its declarations. */
const findPrivateSource = (id: string): string | undefined => {
  const [, name = "", module = ""] = /^@tallybin\/([a-z-]+)\/(\*|[a-z-]+)$/.exec(id) ?? [];
  return name !== "" && !released.some((one) => one.folder === name)
    ? `packages/${name}/src/${module}.ts`
    : undefined;
};

/** A declaration that names private packages by their path. */
const withPrivatePaths = (declaration: string, folder: string): string =>
  declaration.replace(/"(@tallybin\/[a-z-]+\/[a-z-]+)"/g, (whole, id: string) => {
    const source = findPrivateSource(id);
    return source ? `"${relative(folder, source).replaceAll("\\", "/")}"` : whole;
  });

/**
 * Generates the declarations of everything that the entries reach.
 * @param paths private packages, and their sources. Without them, the compiler finds these packages in node_modules, and
 * whether it writes declarations for what it finds there depends on the order in which its threads read the files.
 * @throws with the compiler's output
 */
function emitDeclarations(files: string[], paths: Record<string, readonly string[]>, outDir: string): void {
  const config = join(outDir, "tsconfig.json");
  mkdirSync(outDir, { recursive: true });
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    allowJs: false,
    checkJs: false,
    rootDir: root,
    paths,
    // The package may be written outside the repository.
    typeRoots: [join(root, "node_modules/@types"), join(root, "node_modules")],
    outDir,
  };
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, include: [], files }),
  );
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, "-p", config], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The declarations could not be written.\n${stdout}${stderr}`);
}

/**
 * Writes a package's type declarations: the files that its entries reach, at their place in the repository, and an
 * entry declaration beside each entry's code.
 */
export function writeDeclarations(one: Released, folder: string): void {
  const entries = packageEntriesOf(one);
  const emitted = join(folder, ".declarations");
  const manifest = JSON.parse(readFileSync(join(root, "packages", one.folder, "package.json"), "utf8"));
  const carried = Object.keys(manifest.dependencies ?? {}).flatMap((name) => {
    const source = findPrivateSource(`${name}/*`);
    return source ? [[`${name}/*`, [join(root, source)]] as const] : [];
  });
  emitDeclarations(
    Object.values(entries).map((file) => join(root, file)),
    Object.fromEntries(carried),
    emitted,
  );
  const types = join(folder, "dist/types");
  const seen = new Set<string>();
  const copyDeclaration = (source: string): void => {
    if (seen.has(source)) return;
    seen.add(source);
    const declaration = source.replace(/\.ts$/, ".d.ts");
    const text = withPrivatePaths(readFileSync(join(emitted, declaration), "utf8"), dirname(source));
    const target = join(types, declaration);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text.replace(SPECIFIER, '$1"$2.js"'));
    for (const [, , path = ""] of text.matchAll(SPECIFIER)) {
      const next = relative(root, join(root, dirname(source), `${path}.ts`)).replaceAll("\\", "/");
      if (!existsSync(join(emitted, next.replace(/\.ts$/, ".d.ts"))))
        throw new Error(`${declaration} names ${next}, which has no declaration.`);
      copyDeclaration(next);
    }
  };
  for (const [name, file] of Object.entries(entries)) {
    copyDeclaration(file);
    const door = file.replace(/\.ts$/, ".js");
    writeFileSync(join(folder, "dist", `${outputNameOf(name)}.d.ts`), `export * from "./types/${door}";\n`);
  }
  rmSync(emitted, { recursive: true });
}
