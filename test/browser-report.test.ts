import { expect, test } from "vitest";
import { countBrowserTests } from "./support/browser-report.mjs";

const spec = (line: number, status: string, ...messages: string[]) => ({
  file: "a.spec.ts",
  line,
  tests: [{ status, projectName: "site", results: messages.map((message) => ({ error: { message } })) }],
});
const repeat = (line: number, why: string) => ({
  command: `npm run lab -- browser a.spec.ts:${line} --project "site"`,
  why,
});

test("the summary of the browser tests counts a flaky test as passed, and lists its failure", () => {
  const suites = [
    {
      specs: [spec(1, "expected"), spec(2, "skipped")],
      suites: [{ specs: [spec(3, "flaky", "late"), spec(4, "unexpected", "wrong", "wrong again")] }],
    },
  ];
  expect(countBrowserTests({ suites })).toEqual({
    passed: 2,
    failed: 1,
    again: [repeat(4, "wrong\nwrong again")],
    flaky: [repeat(3, "late")],
  });
});

test("the summary of the browser tests counts no test if Playwright wrote no report", () => {
  expect(countBrowserTests(undefined)).toMatchObject({ passed: 0, failed: 0 });
});
