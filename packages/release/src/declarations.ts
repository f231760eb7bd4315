import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { entriesOf, outputOf, type Released, root } from "./released.ts";

/** A module name in a declaration: `from "./x.ts"`, `import("./x.ts")`. */
const SPECIFIER = /(from\s+|import\s*\(?\s*)"(\.[^"]+)\.ts"/g;

/**
 * Generates the declarations of everything that the entries reach.
 * @throws with the compiler's output
 */
function emit(files: string[], outDir: string): void {
  const config = join(outDir, "tsconfig.json");
  mkdirSync(outDir, { recursive: true });
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    allowJs: false,
    checkJs: false,
    rootDir: root,
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
  const entries = entriesOf(one);
  const emitted = join(folder, ".declarations");
  const files = Object.values(entries).map((file) => join(root, file));
  emit(files, emitted);
  const types = join(folder, "dist/types");
  const seen = new Set<string>();
  const copy = (source: string): void => {
    if (seen.has(source)) return;
    seen.add(source);
    const declaration = source.replace(/\.ts$/, ".d.ts");
    const text = readFileSync(join(emitted, declaration), "utf8");
    const target = join(types, declaration);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text.replace(SPECIFIER, '$1"$2.js"'));
    for (const [, , path = ""] of text.matchAll(SPECIFIER)) {
      const next = relative(root, join(root, dirname(source), `${path}.ts`)).replaceAll("\\", "/");
      if (!existsSync(join(emitted, next.replace(/\.ts$/, ".d.ts"))))
        throw new Error(`${declaration} names ${next}, which has no declaration.`);
      copy(next);
    }
  };
  for (const [name, file] of Object.entries(entries)) {
    copy(file);
    const door = file.replace(/\.ts$/, ".js");
    writeFileSync(join(folder, "dist", `${outputOf(name)}.d.ts`), `export * from "./types/${door}";\n`);
  }
  rmSync(emitted, { recursive: true });
}
