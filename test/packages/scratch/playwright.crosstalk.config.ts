import { defineConfig } from "@playwright/test";
import type { LocalServicesFixtures } from "@tallybin/local-services/playwright";
import readme from "./snippets/playwright-config.ts";

/** Many parallel tests on one port; none of them opens a browser. */
export default defineConfig<LocalServicesFixtures>({
  testDir: "tests/crosstalk",
  fullyParallel: true,
  workers: 8,
  repeatEach: 8,
  timeout: 60_000,
  reporter: [["json", { outputFile: process.env["REPORT"] ?? "crosstalk.json" }]],
  use: { ...readme.use, localServices: { ...readme.use?.localServices, worldBy: "key" } },
  webServer: [readme.webServer ?? []].flat().slice(0, 1),
});
