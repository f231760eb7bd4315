import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./architecture/import-graph.ts";
import { matchesForm, recipes } from "./recipes/recipes.ts";

describe.each(recipes())("CONTRIBUTING.md, $title", ({ title, steps, changed, patch }) => {
  test(`the recipe "${title}" names files and symbols that exist`, () => {
    const faults = steps.flatMap(({ files, symbols }) => {
      const fixed = files.filter((file) => !file.includes("<"));
      const missing = fixed.filter((file) => !existsSync(join(root, file)));
      const texts = fixed.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
      return [...missing, ...symbols.filter((name) => fixed.length > 0 && !texts.includes(name))];
    });
    expect(faults).toEqual([]);
  });

  test(`the example of the recipe "${title}" changes exactly the files that the recipe's steps name, and tests`, () => {
    expect(changed.length, `${patch} changes files`).toBeGreaterThan(0);
    const forms = steps.flatMap(({ files }) => files);
    const unnamed = changed.filter(
      (file) => !forms.some((form) => matchesForm(form, file)) && !/(^|\/)test\//.test(file),
    );
    const untouched = steps
      .filter(({ isOptional }) => !isOptional)
      .filter(({ files }) => !files.some((form) => changed.some((file) => matchesForm(form, file))));
    expect({ unnamed, untouched }).toEqual({ unnamed: [], untouched: [] });
  });
});
