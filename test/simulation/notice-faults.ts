import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { entryOf, filesUnder, runtimeImportsOf } from "../architecture/import-graph.ts";
import { copyRepository } from "../support/copy-repository.ts";
import { FAULTS, type PlantedFault } from "./faults.ts";
import type { World } from "./worlds.ts";

/** What compares the repository's texts, what measures memory, and the searches that `--faults` alone repeats. */
const LEFT_OUT = [
  "test/docs.test.ts",
  "test/planted-faults.test.ts",
  "test/simulation.test.ts",
  "test/simulation-memory.test.ts",
  "packages/identity-server/test/memory.test.ts",
];
const REPORTER = fileURLToPath(new URL("./file-reporter.ts", import.meta.url));
/** A fault may make a loop endless, or every test wait for its limit. */
const MOST_MS = 300_000;

/** The folder of a test file, or the file itself if it lies beside all of them. */
const areaOf = (file: string): string =>
  dirname(file) === "test" ? file.replace(".test.ts", "") : dirname(file);

/** The tests that import one of the files, at once or through others. */
function testsOf(changed: readonly string[]): string[] {
  const reached = new Set(changed);
  let before = 0;
  while (before < reached.size) {
    before = reached.size;
    for (const [path, imports] of IMPORTS) if (imports.some((name) => reached.has(name))) reached.add(path);
  }
  return [...reached].filter((path) => /\.test\.tsx?$/.test(path) && !LEFT_OUT.includes(path));
}
const IMPORTS = ["src", "mocks", "packages", "test"]
  .flatMap(filesUnder)
  .map(({ path, text }) => [path, runtimeImportsOf(path, text).map(entryOf)] as const);

/** Runs tests in the copy. Resolves to those that have failed at their end or after `mostMs`; undefined if none has ended. */
async function failingFiles(
  folder: string,
  files: readonly string[],
  mostMs: number,
): Promise<ReadonlySet<string> | undefined> {
  const child = spawn(
    process.execPath,
    [
      ...["node_modules/vitest/vitest.mjs", "run", ...files, "--project", "node", "--project", "pages"],
      ...["--no-isolate", "--reporter", REPORTER],
      // A test that waits for what the fault prevents need not wait for half a minute.
      ...["--testTimeout", "5000", "--hookTimeout", "5000"],
    ],
    // A group of processes, so that one that loops forever ends with the others.
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
      env: { ...process.env, FC_SEED: "1" },
    },
  );
  const stop = () => child.pid && process.kill(-child.pid, "SIGKILL");
  const interrupt = () => {
    stop();
    process.exit(1);
  };
  const timer = setTimeout(stop, mostMs);
  // The keyboard's interrupt does not reach another group.
  process.once("SIGINT", interrupt);
  let output = "";
  for await (const chunk of child.stdout) output += chunk;
  process.off("SIGINT", interrupt);
  clearTimeout(timer);
  const has = (result: string) => (file: string) => output.includes(`${result} ${join(folder, file)}\n`);
  const failing = files.filter(has("failed"));
  return failing.length > 0 || files.some(has("passed")) ? new Set(failing) : undefined;
}

const filesOf = ({ texts }: PlantedFault): string[] => [...new Set(texts.map(({ file }) => file))];

/**
 * The areas of tests that fail with a fault, undefined if no test has ended.
 * @param failsAnyway the test files that fail without one
 */
async function areasThatNotice(
  folder: string,
  fault: PlantedFault,
  failsAnyway: ReadonlySet<string>,
): Promise<string[] | undefined> {
  const before = filesOf(fault).map(
    (file) => [join(folder, file), readFileSync(join(folder, file), "utf8")] as const,
  );
  for (const { file, find, replace } of fault.texts) {
    const path = join(folder, file);
    writeFileSync(
      path,
      readFileSync(path, "utf8").replace(find, () => replace),
    );
  }
  const failing = await failingFiles(folder, testsOf(filesOf(fault)), MOST_MS);
  for (const [path, text] of before) writeFileSync(path, text);
  const areas = failing && [...failing].filter((file) => !failsAnyway.has(file)).map(areaOf);
  return areas && [...new Set(areas)].sort((one, other) => one.localeCompare(other));
}

const HEAD = `# Planted faults, and the tests that notice them

\`npm run lab -- simulate --faults --tests --table docs/generated/noticed-faults.md\` plants each mistake of \`test/simulation/faults.txt\` in a copy of the repository, and runs the tests in Node that import a changed file. The random searches of the simulation, measurements of memory and tests that compare the repository's own texts do not count. An area is a folder of tests. If a run does not end, what has failed after five minutes counts. \`--world\` and \`--only\` choose faults, and the rows of the others stay. [Simulated faults](simulated-faults.md) has what the searches find.`;

/** The tables, in which a fault that was not planted this time keeps its row. */
function writeTables(page: string, noticed: ReadonlyMap<string, string[]>): void {
  const lines = existsSync(page) ? readFileSync(page, "utf8").split("\n") : [];
  const rows = FAULTS.flatMap(({ name, world }) => {
    const line = lines.find((each) => each.startsWith(`| ${name} | ${world} | `));
    const areas = noticed.get(name) ?? line?.split(" | ")[2]?.replace(/ \|$/, "").split(", ");
    return areas ? [{ name, world, areas: areas.filter((area) => area !== "none") }] : [];
  });
  const alone = (area: string) => rows.filter(({ areas }) => areas.join() === area);
  const areas = [...new Set(rows.flatMap((row) => row.areas))].sort();
  const count = rows.filter((row) => row.areas.length > 0).length;
  const text = [
    `${HEAD}\n\n${count} of ${rows.length} are noticed; the list has ${FAULTS.length}.\n`,
    "| area | notices | alone | faults that it alone notices |\n| --- | --- | --- | --- |",
    ...areas.map((area) => {
      const all = rows.filter((row) => row.areas.includes(area)).length;
      const names = alone(area).map(({ name }) => name);
      return `| ${area} | ${all} | ${names.length} | ${names.join("; ")} |`;
    }),
    "\n| fault | world | areas that notice it |\n| --- | --- | --- |",
    ...rows.map(({ name, world, areas }) => `| ${name} | ${world} | ${areas.join(", ") || "none"} |`),
  ];
  writeFileSync(page, `${text.join("\n")}\n`);
}

/** Plants the faults of one world or of all, and prints the areas of tests that notice each. */
export async function noticeFaults(
  only: string,
  world: World | undefined,
  table: string | undefined,
): Promise<void> {
  const noticed = new Map<string, string[]>();
  const faults = FAULTS.filter((each) => each.name.includes(only) && (!world || each.world === world));
  if (faults.length === 0) throw new Error("No fault has this name in this world.");
  const folder = copyRepository();
  const failsAnyway = await failingFiles(folder, testsOf(faults.flatMap(filesOf)), 10 * MOST_MS);
  if (!failsAnyway) throw new Error(`No test has ended. Run the tests in ${folder} to see why.`);
  for (const fault of faults) {
    const areas = await areasThatNotice(folder, fault, failsAnyway);
    if (areas) noticed.set(fault.name, areas);
    console.log(
      `${fault.name}: ${areas ? areas.join(", ") || "none" : "no test has ended, so its row stays"}`,
    );
    if (table) writeTables(table, noticed);
  }
  rmSync(folder, { recursive: true });
}
