/** @typedef {{ command: string, why?: string }} Again a command that repeats a test, and the failure's message */
/** @typedef {{ passed: number, failed: number, again?: Again[], flaky?: Again[] }} Count */
/** @typedef {{ status: string, projectName: string, results: { error?: { message?: string } }[] }} Test */
/** @typedef {{ suites?: Suite[], specs?: { file: string, line: number, tests: Test[] }[] }} Suite */

/** @param {Suite} suite @returns {NonNullable<Suite["specs"]>} */
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/**
 * Counts the tests of a report of Playwright's `json` reporter. A flaky test has failed once and then passed; it counts as
 * passed.
 *
 * @param {{ suites: Suite[] } | undefined} report undefined if the browser tests ended before they wrote it
 * @returns {Count}
 */
export function countBrowserTests(report) {
  const tests = (report?.suites ?? [])
    .flatMap(specsOf)
    .flatMap(({ file, line, tests }) => tests.map((test) => ({ ...test, file, line })));
  /** @param {string} wanted one of Playwright's: expected, unexpected, flaky, skipped */
  const withStatus = (wanted) => tests.filter(({ status }) => status === wanted);
  /** @param {string} wanted */
  const repeat = (wanted) =>
    withStatus(wanted).map(({ file, line, projectName, results }) => ({
      command: `npm run lab -- browser ${file}:${line} --project "${projectName}"`,
      why: results.flatMap(({ error }) => error?.message ?? []).join("\n"),
    }));
  const [again, flaky] = [repeat("unexpected"), repeat("flaky")];
  return { passed: withStatus("expected").length + flaky.length, failed: again.length, again, flaky };
}
