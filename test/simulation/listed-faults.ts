import { type Found, type Planted, startClock, storyOf, tellFault, writeFaults } from "./fault-table.ts";
import { loadPageCode } from "./pages/bundle.ts";
import { PAGE_FAULTS } from "./pages/faults.ts";
import { type PlayOptions, play } from "./play.ts";
import { SERVER_FAULTS, withServerFault } from "./server-faults.ts";
import { shrink } from "./shrink.ts";
import { tell } from "./steps.ts";
import { scriptOf } from "./world.ts";

/** The code that is not the present one. */
type Code = Pick<PlayOptions, "server" | "pages">;
type Fault = { name: string; file: string };
type Search = (code: Code) => Promise<Found>;
type List = {
  faults: readonly Fault[];
  /** Runs a search with one fault. */
  search(fault: Fault, search: Search): Promise<Found>;
  fileOf(fault: Fault): string;
  /** Of a seed. A step of a page takes longer. */
  steps: number;
};

const listOf = <Own extends Fault>(
  faults: readonly Own[],
  rest: { search(fault: Own, search: Search): Promise<Found>; fileOf(fault: Own): string; steps: number },
): List => ({ faults, ...(rest as Omit<List, "faults">) });

/** The lists of faults that lie in no client, by the world in which they are searched. */
const LISTS = {
  server: listOf(SERVER_FAULTS, {
    search: (fault, search) => withServerFault(fault, (server) => search({ server })),
    fileOf: ({ file }) => `identity-server/src/${file}`,
    steps: 100,
  }),
  pages: listOf(PAGE_FAULTS, {
    search: async (fault, search) => search({ pages: await loadPageCode(fault) }),
    fileOf: ({ file }) => file,
    steps: 60,
  }),
};
export type ListWorld = keyof typeof LISTS;
export const LIST_WORLDS = Object.keys(LISTS) as readonly ListWorld[];

/** Plants a fault, and draws seeds until one breaks a rule. */
async function findFault(code: Code, name: string, world: ListWorld, mostMs: number): Promise<Found> {
  const spentMs = startClock();
  for (let seed = 1; spentMs() < mostMs; seed += 1) {
    const script = scriptOf(seed, LISTS[world].steps, world, name);
    const { violation, steps } = await play(script, { world, ...code });
    // A seed that the present code fails too has not found this fault.
    if (!violation || (await play(script, { world })).violation) continue;
    const seconds = spentMs() / 1000;
    const story = await shrink(script.slice(0, steps), violation.rule, { world, ...code, mostMs: 4000 });
    return { seed, seconds, rule: violation.rule, story: storyOf(story.map(tell)) };
  }
  return undefined;
}

type Options = { mostMs: number; only: string; table: string | undefined };

/** Prints which faults of a world are found, each within a time. */
export async function searchListedFaults(world: ListWorld, { mostMs, only, table }: Options): Promise<void> {
  const { faults, search, fileOf } = LISTS[world];
  const planted: Planted[] = [];
  for (const fault of faults.filter(({ name }) => name.includes(only))) {
    const found = await search(fault, (code) => findFault(code, fault.name, world, mostMs));
    tellFault(fault.name, found);
    planted.push({ name: fault.name, file: fileOf(fault), found });
  }
  console.log(`${planted.filter(({ found }) => found).length} of ${planted.length} found`);
  if (table) writeFaults(table, world, planted, mostMs);
}
