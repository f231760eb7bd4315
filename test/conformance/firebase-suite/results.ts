export type Result = { title: string; state: "passed" | "failed" | "skipped"; error?: string };

/** "131 of 131 (20 skipped)". */
export const counts = (results: Result[]): string => {
  const of = (state: Result["state"]) => results.filter((result) => result.state === state).length;
  return `${of("passed")} of ${results.length - of("skipped")} (${of("skipped")} skipped)`;
};

/** A line for each test that ended in another way than in the control, or that only one of both has. */
export function compare(control: Result[], other: Result[]): string[] {
  const expected = new Map(control.map(({ title, state }) => [title, state]));
  const found = new Set(other.map(({ title }) => title));
  return [
    ...other
      .filter(({ title, state }) => state !== expected.get(title))
      .map(({ title, state, error = "" }) => `${title}: ${state}. ${error}`),
    ...control.filter(({ title }) => !found.has(title)).map(({ title }) => `${title}: did not run.`),
  ];
}
