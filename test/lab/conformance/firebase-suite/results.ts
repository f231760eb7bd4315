export type Result = { title: string; state: "passed" | "failed" | "skipped"; error?: string };

/** "131 of 131 (20 skipped)". */
export const counts = (results: Result[]): string => {
  const of = (state: Result["state"]) => results.filter((result) => result.state === state).length;
  return `${of("passed")} of ${results.length - of("skipped")} (${of("skipped")} skipped)`;
};
