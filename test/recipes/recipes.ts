import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../architecture/import-graph.ts";

/** A recipe of CONTRIBUTING.md, with an example that follows it. */
export type Recipe = {
  title: string;
  /** Names the files of each step. `<name>` stands for a name that the contributor chooses. */
  steps: { files: string[]; symbols: string[]; isOptional: boolean }[];
  /** The arguments of each `npx vitest run …` that the recipe asks for. */
  tests: string[];
  /** From the root. */
  patch: string;
  /** The files that the example changes or adds. */
  changed: string[];
};

const FILE = /`((?:src|packages|mocks|test|docs)\/[\w./<>-]+\.\w+)`/g;
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const all = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

function readRecipe(section: string): Recipe {
  const [title = "", ...lines] = section.split("\n");
  const patch = `test/recipes/${title.toLowerCase().replaceAll(" ", "-")}.patch`;
  const items = lines.join("\n").match(/^\d+\. .+(?:\n {3}.+)*/gm) ?? [];
  return {
    title,
    patch,
    steps: items.map((item) => ({
      files: all(FILE, item),
      symbols: all(/`([A-Za-z]\w+)`/g, item),
      isOptional: /only if|if the /i.test(item),
    })),
    tests: all(/`npx vitest run ([^`]+)`/g, section),
    changed: existsSync(join(root, patch)) ? all(/^\+\+\+ b\/(.+)$/gm, read(patch)) : [],
  };
}

/** The recipes, in the order of CONTRIBUTING.md. */
export const recipes = (): Recipe[] =>
  (read("CONTRIBUTING.md").split("\n## Recipes\n")[1]?.split("\n## ")[0] ?? "")
    .split("\n### ")
    .slice(1)
    .map(readRecipe);

/** Whether a file's path has this form. */
export const matchesForm = (form: string, file: string): boolean =>
  new RegExp(
    `^${form
      .split(/<\w+>/)
      .map((part) => part.replace(/[.]/g, "\\."))
      .join("[\\w-]+")}$`,
  ).test(file);
