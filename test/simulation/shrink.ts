import fc from "fast-check";
import { type Action, MOST_AFTER } from "./actions.ts";
import { type PlayOptions, play } from "./play.ts";
import { actionOf } from "./world.ts";

type Options = PlayOptions & { mostMs?: number };

/** Without some steps. */
const without = (script: readonly Action[], start: number, size: number): readonly Action[] =>
  script.filter((_, index) => index < start || index >= start + size);
/** With more time after one step, in place of the pauses of the steps that followed it. */
const withPause = (script: readonly Action[], at: number): readonly Action[] =>
  script.map((step, index) =>
    index === at ? { ...step, after: Math.min(step.after + 1, MOST_AFTER) } : step,
  );

/**
 * A shorter script that breaks the same rule: with fewer steps, and with smaller numbers, which is
 * fast-check's part.
 */
export async function shrink(
  script: readonly Action[],
  rule: string,
  { mostMs = 50_000, ...options }: Options = {},
): Promise<readonly Action[]> {
  const until = performance.now() + mostMs;
  // After the time is up nothing counts as smaller, so that fast-check ends. Its own limit would leave a run behind.
  const breaks = async (candidate: readonly Action[]) =>
    performance.now() < until && (await play(candidate, options)).violation?.rule === rule;
  const withoutSteps = async (whole: readonly Action[]): Promise<readonly Action[]> => {
    let shortest = whole;
    for (let size = Math.ceil(whole.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let start = shortest.length - size; start > -size; start -= size) {
        if (performance.now() > until) return shortest;
        const candidate = without(shortest, start, size);
        if (candidate.length === shortest.length) continue;
        const paused = withPause(candidate, start - 1);
        if (await breaks(candidate)) shortest = candidate;
        else if (size === 1 && start > 0 && (await breaks(paused))) shortest = paused;
      }
    }
    return shortest;
  };
  const shortest = await withoutSteps(script);
  const details = await fc.check(
    fc.asyncProperty(
      fc.tuple(...shortest.map(() => actionOf(options.world ?? "browser"))),
      async (candidate) => !(await breaks(candidate)),
    ),
    { examples: [[[...shortest]]], numRuns: 1 },
  );
  // A step whose pause has become shorter may now be without effect.
  return withoutSteps(details.counterexample?.[0] ?? shortest);
}
