import { defineConfig } from "@playwright/test";
import type { LocalServicesFixtures } from "@tallybin/local-services/playwright";
import config from "./playwright.config.ts";

/** Tests that fail; the fixture's errors are read from the report. */
export default defineConfig<LocalServicesFixtures>({
  ...config,
  testDir: "tests/hints",
});
