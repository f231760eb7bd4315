import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root, with a trailing separator. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

export type SourceFile = {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Module names as written; relative ones and our own packages resolved to a path from the root. */
  readonly imports: readonly string[];
};

const IMPORT =
  /(?:^|[;\n])\s*(?:import|export)\s[^;'"]*?from\s*["']([^"']+)["']|import\(\s*["']([^"']+)["']|(?:^|\n)\s*import\s*["']([^"']+)["']/g;

const posix = (path: string) => relative(root, path).split(sep).join("/");

/** Module names in a text, without comments and query strings. Type-only imports count. */
export const importsOf = (path: string, text: string): string[] =>
  [...text.replace(/\/\*[\s\S]*?\*\//g, "").matchAll(IMPORT)]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? "")
    .map((name) => (name.startsWith(".") ? posix(resolve(root, path, "..", name)) : name))
    .map((name) => name.replace(/\?.*$/, ""));

const isSource = (path: string) => /\.(ts|tsx|mjs|js)$/.test(path);
const isGenerated = (path: string) => /(^|\/)(node_modules|dist|\.data|\.cache|test-results)\//.test(path);

const TYPE_IMPORT =
  /(?<=^|[;\n])\s*(?:import|export)\s+(?:type\s[^;'"]*?|\{(?:\s*type\s[^,}]+,?)+\s*\}\s*)from\s*["'][^"']+["']/g;

/** The same without type-only imports, which do not exist at run time. */
export const runtimeImportsOf = (path: string, text: string): string[] =>
  importsOf(path, text.replace(TYPE_IMPORT, ""));

/** All source files below a folder of the root. */
export const filesUnder = (folder: string): SourceFile[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix(join(entry.parentPath, entry.name)))
    .filter((path) => isSource(path) && !isGenerated(path))
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      return { path, text, imports: importsOf(path, text) };
    });

/** The file of a workspace package's entry: `@tallybin/identity` → `packages/identity/src/index.ts`. */
export const entryOf = (name: string): string => {
  const [, folder, door = "."] = /^@tallybin\/([a-z-]+)(?:\/(.+))?$/.exec(name) ?? [];
  const manifest = join(root, "packages", folder ?? "", "package.json");
  if (folder === undefined || !existsSync(manifest)) return name;
  const { exports = {} } = JSON.parse(readFileSync(manifest, "utf8"));
  const target = exports[door === "." ? door : `./${door}`] ?? exports["./*"]?.replace("*", door);
  return typeof target === "string" ? posix(resolve(manifest, "..", target)) : name;
};

/**
 * The groups of files that import each other in a cycle, each group and the list sorted by path. Tarjan's strongly
 * connected components, over static, dynamic and type-only imports.
 */
export const importCycles = (files: readonly Pick<SourceFile, "path" | "imports">[]): string[][] => {
  const known = new Map(files.map((file) => [file.path, file.imports.map(entryOf)]));
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];

  const visit = (path: string): number => {
    const number = order.size;
    order.set(path, number);
    low.set(path, number);
    open.push(path);
    for (const next of known.get(path) ?? []) {
      if (!known.has(next)) continue;
      const reached = order.has(next) ? (open.includes(next) ? (order.get(next) ?? 0) : number) : visit(next);
      low.set(path, Math.min(low.get(path) ?? number, reached));
    }
    if (low.get(path) === number) {
      const group = open.splice(open.indexOf(path));
      if (group.length > 1 || known.get(path)?.includes(path)) cycles.push(group.sort());
    }
    return low.get(path) ?? number;
  };
  for (const path of known.keys()) if (!order.has(path)) visit(path);
  return cycles.sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
};
