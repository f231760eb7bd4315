import { defineConfig } from "@playwright/test";
import { ensureBrowser, ensureHeadlessShell, launchOptions } from "../../../support/browser.mjs";

const { APPLICATION, SERVICES, WORKERS, RESULTS } = process.env;

/** Run by the row `tests` of `npm run bench`, which sets the environment. */
export default defineConfig({
  testDir: ".",
  testMatch: "customers.spec.mjs",
  fullyParallel: true,
  workers: Number(WORKERS),
  reporter: [["json", { outputFile: RESULTS }]],
  outputDir: "../../../../test-results/bench-worlds",
  timeout: 120_000,
  use: {
    baseURL: APPLICATION,
    localServices: { origin: SERVICES, worldBy: "key" },
    launchOptions: launchOptions(ensureHeadlessShell(ensureBrowser())),
  },
});
