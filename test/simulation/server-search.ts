import { type Found, type Planted, startClock, storyOf, tellFault, writeFaults } from "./fault-table.ts";
import { type PlayOptions, play } from "./play.ts";
import { SERVER_FAULTS, withServerFault } from "./server-faults.ts";
import { shrink } from "./shrink.ts";
import { SITE_FAULTS, type SiteFault, withSiteFault } from "./site-faults.ts";
import { tell } from "./steps.ts";
import { scriptOf } from "./world.ts";

/** A step of the whole server takes longer. */
const STEPS = { server: 100, site: 60 } as const;
const DEFAULT_SOURCE = { server: "identity-server", site: "server" } as const;

/** The code of a server that is not the present one. */
type Code = Pick<PlayOptions, "server" | "whole">;
type ServerWorld = "server" | "site";

type Search = { name: string; world: ServerWorld; mostMs: number };

/** Plants a fault, and draws seeds until one breaks a rule. */
async function findServerFault(code: Code, { name, world, mostMs }: Search): Promise<Found> {
  const spentMs = startClock();
  for (let seed = 1; spentMs() < mostMs; seed += 1) {
    const script = scriptOf(seed, STEPS[world], world, name);
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
export async function searchServerFaults(
  world: ServerWorld,
  { mostMs, only, table }: Options,
): Promise<void> {
  const all: readonly SiteFault[] = world === "server" ? SERVER_FAULTS : SITE_FAULTS;
  const planted: Planted[] = [];
  for (const fault of all.filter(({ name }) => name.includes(only))) {
    const search = (code: Code) => findServerFault(code, { name: fault.name, world, mostMs });
    const found =
      world === "server"
        ? await withServerFault(fault, (server) => search({ server }))
        : await withSiteFault(fault, (whole) => search({ whole }));
    tellFault(fault.name, found);
    planted.push({
      name: fault.name,
      file: `${fault.source ?? DEFAULT_SOURCE[world]}/src/${fault.file}`,
      found,
    });
  }
  console.log(`${planted.filter(({ found }) => found).length} of ${planted.length} found`);
  if (table) writeFaults(table, world, planted, mostMs);
}
