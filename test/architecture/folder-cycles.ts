import { dirname } from "node:path/posix";
import { importCycles, runtimeImportsOf, type SourceFile } from "./import-graph.ts";

type Text = Pick<SourceFile, "path" | "text">;

/** The folder or file directly below a folder that leads to a path; undefined for a path elsewhere. */
const childOf = (folder: string, path: string): string | undefined =>
  path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/")[0] : undefined;

/**
 * The folders beside each other that import each other in a circle, at every depth of a tree: each circle as
 * "parent: a, b", sorted. A type-only import does not count, because it does not exist at run time.
 * @param top the tree's top folder
 */
export function folderCycles(top: string, files: readonly Text[]): string[] {
  const inside = files.filter(({ path }) => path.startsWith(`${top}/`));
  const imports = inside.map(({ path, text }) => ({ path, imports: runtimeImportsOf(path, text) }));
  const parents = new Set<string>();
  for (const { path } of inside)
    for (let folder = dirname(path); folder.length >= top.length; folder = dirname(folder))
      parents.add(folder);
  return [...parents].sort().flatMap((parent) => {
    const children = new Map<string, string[]>();
    for (const { path, imports: targets } of imports) {
      const from = childOf(parent, path);
      if (from === undefined) continue;
      const to = targets.map((target) => childOf(parent, target)).filter((child) => child !== undefined);
      children.set(from, [...(children.get(from) ?? []), ...to.filter((child) => child !== from)]);
    }
    return importCycles([...children].map(([path, targets]) => ({ path, imports: targets }))).map(
      (circle) => `${parent}: ${circle.join(", ")}`,
    );
  });
}
