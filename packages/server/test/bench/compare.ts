export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** "0.52 (0.49–0.55)": median, minimum and maximum. */
export const spread = (values: readonly number[], digits: number): string =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;

/**
 * Measures the variants in turn, so that a change of the machine's load affects all alike.
 * @returns the measurements of each variant, one per round
 */
export async function inTurn<Name extends string, Measured>(
  rounds: number,
  ways: Record<Name, () => Promise<Measured>>,
): Promise<Record<Name, Measured[]>> {
  const names = Object.keys(ways) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Measured[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) measured[name].push(await ways[name]());
  }
  return measured;
}

/** The ratio of two variants' figures, for each round. */
export const ratios = (dividends: readonly number[], divisors: readonly number[]): number[] =>
  dividends.map((value, round) => value / (divisors[round] ?? Number.NaN));
