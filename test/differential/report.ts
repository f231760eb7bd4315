import fc from "fast-check";
import { options } from "./options.ts";

/** A difference without a declaration; `key` is the same for all of its kind. */
export type Finding = { key: string; lines: readonly string[] };

const MOST_FINDINGS = 40;

/**
 * Searches for differences. Each kind is shrunk and printed once; then the same sequences run again without it,
 * because a search stops at its first failure.
 * @returns how many kinds were found
 */
export async function findAll<Command>(
  sequences: fc.Arbitrary<Command[]>,
  run: (commands: readonly Command[]) => Promise<Finding | undefined>,
): Promise<number> {
  const { sequences: numRuns, seed } = options;
  const known = new Set<string>();
  while (known.size < MOST_FINDINGS) {
    let latest: Finding | undefined;
    const property = fc.asyncProperty(sequences, async (commands) => {
      const found = await run(commands);
      if (!found || known.has(found.key)) return true;
      if (latest && latest.key !== found.key) return true;
      latest = found;
      return false;
    });
    const {
      failed,
      counterexample,
      errorInstance,
      numRuns: ran,
    } = await fc.check(property, {
      seed,
      numRuns,
      endOnFailure: false,
    });
    if (failed && !latest)
      throw new Error(`The comparison itself failed after ${ran} sequences (seed ${seed}).`, {
        cause: errorInstance,
      });
    if (!latest) return known.size;
    const shrunk = latest as Finding;
    known.add(shrunk.key);
    console.info(`\nUNDECLARED  ${shrunk.key}`);
    for (const command of counterexample?.[0] ?? []) console.info(`  ${JSON.stringify(command)}`);
    for (const line of shrunk.lines) console.info(`    Google | ours  ${line}`);
  }
  return known.size;
}
