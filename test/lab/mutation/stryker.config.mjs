import { AREAS, area } from "./areas.mjs";

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  testRunner: "vitest",
  vitest: { configFile: "test/lab/mutation/vitest.config.ts", related: false },
  plugins: ["@stryker-mutator/vitest-runner"],
  mutate: [AREAS[area]?.mutate ?? ""],
  coverageAnalysis: "perTest",
  concurrency: 1,
  // Code that runs only when a file loads needs all tests of the area again: minutes for the client.
  ignoreStatic: area === "client",
  ignorePatterns: [
    "/src",
    "/docs",
    "/public",
    "/dist",
    "/.data",
    "/test-results",
    "/packages/{artwork,prerender,user-document,release}",
    "/test/{e2e,differential,image,pages,mocks,nodes,soak,recipes}",
    "/test/lab/{bench,conformance,engines}",
  ],
  reporters: ["json", "clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: `test-results/mutation-${area}.json` },
  incremental: true,
  incrementalFile: `test-results/mutation-${area}-incremental.json`,
  tempDirName: "test-results/.stryker",
  // Added to one and a half times what the mutant's tests take: mutants that never end take most of a run.
  timeoutMS: area === "client" ? 20_000 : 8_000,
  tsconfigFile: "test/lab/mutation/no-tsconfig.json",
  disableTypeChecks: false,
};
