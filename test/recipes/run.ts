/**
 * `npm run lab -- recipes [part of a title]`: applies the example of each recipe of CONTRIBUTING.md to one copy of the
 * repository, writes the generated documents, and runs format, types, unused code, the repository's tests and the tests
 * that the recipes name. A recipe whose steps are not enough fails there. If an example's lines have changed since, make
 * its edits by hand and write `git diff -U1` over its patch.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../architecture/import-graph.ts";
import { copyRepository } from "../support/copy-repository.ts";
import { recipes } from "./recipes.ts";

/** Tests of `dist/`, which need a build. */
const NEEDS_BUILD = /--project bundle|test\/(bundle|html)/;

const wanted = process.argv[2] ?? "";
const chosen = recipes().filter(({ title }) => title.includes(wanted));
if (chosen.length === 0) {
  console.error(
    `No recipe's title contains "${wanted}": ${recipes()
      .map(({ title }) => title)
      .join(", ")}`,
  );
  process.exit(1);
}
const folder = copyRepository();

/** @returns whether the command succeeds; a failure prints the end of its output */
function passes(command: string): boolean {
  const { status, stdout, stderr } = spawnSync(command, {
    cwd: folder,
    shell: true,
    encoding: "utf8",
    env: {
      ...process.env,
      PATH: `${join(folder, "node_modules/.bin")}:${process.env["PATH"]}`,
    },
  });
  if (status !== 0) console.log(`${stdout}${stderr}`.split("\n").slice(-60).join("\n"));
  console.log(`${status === 0 ? "passes" : "FAILS "}  ${command}`);
  return status === 0;
}

const tests = chosen.flatMap((recipe) => recipe.tests);
const filesOf = (args: string) => args.split(" ").filter((arg) => arg.includes("/"));
const files = tests.filter((args) => !NEEDS_BUILD.test(args)).flatMap(filesOf);
const commands = [
  ...chosen.map(({ patch }) => `git apply --recount ${join(root, patch)}`),
  "node test/lab.mjs docs",
  "biome check --error-on-warnings",
  "node test/lab.mjs types",
  "knip",
  "vitest run --project node --no-isolate test/*.test.ts",
  `vitest run --project node --project pages ${[...new Set(files)].join(" ")}`,
  ...(tests.some((args) => NEEDS_BUILD.test(args))
    ? [
        "node packages/server/bin/build.mjs",
        "vitest run --project bundle test/bundle.test.ts test/html.test.ts",
      ]
    : []),
];
try {
  const failed = commands.filter((command) => !passes(command));
  console.log(
    `${chosen.length} recipes: ${failed.length === 0 ? "their steps are enough" : "steps are missing"}`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
