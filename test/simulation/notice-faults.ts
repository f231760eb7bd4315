import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { copyRepository } from "../support/copy-repository.ts";
import { FAULTS, type PlantedFault } from "./faults.ts";
import type { World } from "./worlds.ts";

/** The simulation's random searches, which `--faults` without `--tests` repeats in full. */
const SEARCHES = ["test/simulation.test.ts", "test/simulation-memory.test.ts"];
/** As for mutants: the examples count here, and few random cases. */
const FEW_CASES = { FC_RUNS: "15", FC_SEED: "1", MODEL_PATHS: "20", MODEL_SEARCHES: "1", CASE_SHARE: "0.1" };
const REPORT = "test-results/planted.json";

/** The folder of a test file, or the file itself if it lies beside all of them. */
const areaOf = (file: string): string =>
  dirname(file) === "test" ? file.replace(".test.ts", "") : dirname(file);

/** Runs tests in the copy. Returns the test files that fail. */
function failingFiles(folder: string, args: readonly string[]): string[] {
  rmSync(join(folder, REPORT), { force: true });
  spawnSync(
    process.execPath,
    [
      ...["node_modules/vitest/vitest.mjs", ...args, "--run", "--project", "node", "--project", "pages"],
      ...["--no-isolate", "--reporter", "json", "--outputFile", REPORT],
      // A test that waits for what the fault prevents need not wait for half a minute.
      ...["--testTimeout", "10000", "--hookTimeout", "10000"],
    ],
    { cwd: folder, stdio: "ignore", env: { ...process.env, ...FEW_CASES } },
  );
  const { testResults } = JSON.parse(readFileSync(join(folder, REPORT), "utf8")) as {
    testResults: { name: string; status: string }[];
  };
  return testResults
    .filter(({ status }) => status === "failed")
    .map(({ name }) => name.replace(`${folder}/`, ""));
}

const filesOf = ({ texts }: PlantedFault): string[] => [...new Set(texts.map(({ file }) => file))];

/** The areas of tests that fail with a fault. @param failsAnyway the test files that fail without one */
function areasThatNotice(folder: string, fault: PlantedFault, failsAnyway: readonly string[]): string[] {
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
  const failing = failingFiles(folder, ["related", ...filesOf(fault)]);
  for (const [path, text] of before) writeFileSync(path, text);
  const areas = failing.filter((file) => !failsAnyway.includes(file)).map(areaOf);
  return [...new Set(areas)].sort((one, other) => one.localeCompare(other));
}

const HEAD = `# Planted faults, and the tests that notice them

\`npm run lab -- simulate --faults --tests --table docs/generated/noticed-faults.md\` plants each mistake of \`test/simulation/faults.txt\` in a copy of the repository, and runs the tests in Node that import a changed file, without the random searches of the simulation. An area is a folder of tests. \`--world\` and \`--only\` choose faults, and the rows of the others stay. [Simulated faults](simulated-faults.md) has what the searches find.`;

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
export function noticeFaults(only: string, world: World | undefined, table: string | undefined): void {
  const folder = copyRepository();
  for (const file of SEARCHES) rmSync(join(folder, file));
  const noticed = new Map<string, string[]>();
  const faults = FAULTS.filter((each) => each.name.includes(only) && (!world || each.world === world));
  const failsAnyway = failingFiles(folder, ["related", ...new Set(faults.flatMap(filesOf))]);
  for (const fault of faults) {
    const areas = areasThatNotice(folder, fault, failsAnyway);
    noticed.set(fault.name, areas);
    console.log(`${fault.name}: ${areas.join(", ") || "none"}`);
    if (table) writeTables(table, noticed);
  }
  rmSync(folder, { recursive: true });
}
