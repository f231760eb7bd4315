import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** A planted fault in the table. */
export type Planted = { name: string; file: string; found: Found };
/** The first seed that broke a rule, and how soon. */
export type Found = { seed: number; seconds: number; rule: string; story: string } | undefined;

/** Time of the processor, because other work on the machine does not count. */
export function startClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}

const MOST_TOLD = 12;
/** The text of a story. Few readers follow a longer one. */
export const storyOf = (steps: readonly string[]): string =>
  steps.length <= MOST_TOLD ? steps.join("; ") : `${steps.length} steps after a short time to shorten them`;

const TITLE = `# Planted faults, and the seeds that find them

\`npm run lab -- simulate --faults --table docs/generated/simulated-faults.md\` plants mistakes in the code, one at a time, and draws the seeds 1, 2, 3 and so on until a rule is broken. A seed that the present code fails too does not count. Of eight seeds, two have a theme (\`test/simulation/themes.ts\`), one is a script of encounters (\`test/simulation/encounters.ts\`), one has steps of a few kinds, one of all, and three vary the stories and scenarios of \`test/simulation/stories\`, but not the fault's own story. In the world \`server\`, two are scripts of encounters, four vary stories, and none has a theme. \`--seconds\` limits each search, in time of the processor. The story is what is left after a few seconds of shortening. A section is written alone with \`--world\` and \`browser\`, \`server\` or \`pages\`.`;

/** The lists of faults, in the order of the page. */
const SECTIONS = {
  clients: {
    title: "The clients",
    text: "The code of the identity client and of the document client: each fault of the exhaustive search that lies in one file (docs/generated/seeded-faults.md), and those of `test/simulation/client-faults.ts`, `test/simulation/custody-faults.ts` and `test/simulation/popup-faults.ts` in the code that the search has only as a model.",
  },
  server: {
    title: "The session handlers",
    text: "The code of `packages/identity-server` over the memory store: `test/simulation/server-faults.ts`, in the world `server`.",
  },
  pages: {
    title: "The site's pages",
    text: "The code of `src/identity` and `src/account` without React, and the takeover of a session of Google's SDK: `test/simulation/pages/faults.ts`, in the world `pages`.",
  },
};
export type List = keyof typeof SECTIONS;

const rowOf = ({ name, file, found }: Planted): string => {
  const { rule = "not found", seed = "", story = "" } = found ?? {};
  return `| ${name} | \`${file}\` | ${rule} | ${seed} | ${story} |`;
};

/** Prints the outcome of one search. */
export function tellFault(name: string, found: Found): void {
  const { seed = "", rule = "not found", story = "", seconds = 0 } = found ?? {};
  const how = found ? `found in ${seconds.toFixed(1)} s (seed ${seed})` : "NOT FOUND";
  console.log(`${how}: ${name}: ${rule}\n  ${story}`);
}

/** Writes the section of one list into the page, and leaves the others. */
export function writeFaults(page: string, list: List, planted: readonly Planted[], mostMs: number): void {
  const before = existsSync(page) ? readFileSync(page, "utf8") : "";
  const sections = new Map(
    before
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.split("\n", 1)[0], `## ${section.trim()}`]),
  );
  const { title, text } = SECTIONS[list];
  const count = planted.filter(({ found }) => found).length;
  const table = [
    "| fault | where | broken rule | seed | shortened story |",
    "| --- | --- | --- | --- | --- |",
    ...planted.map(rowOf),
  ];
  const sum = `${count} of ${planted.length} found within ${mostMs / 1000} s each.`;
  sections.set(title, [`## ${title}`, text, sum, table.join("\n")].join("\n\n"));
  const known = Object.values(SECTIONS).flatMap((each) => sections.get(each.title) ?? []);
  writeFileSync(page, `${[TITLE, ...known].join("\n\n")}\n`);
}
