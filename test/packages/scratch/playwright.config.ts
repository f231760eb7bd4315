import { defineConfig } from "@playwright/test";
import type { LocalServicesFixtures } from "@tallybin/local-services/playwright";
import readme from "./snippets/playwright-config.ts";

/** The README's configuration, with this machine's browser. TESTS names another folder of `tests`. */
export default defineConfig<LocalServicesFixtures>({
  ...readme,
  testDir: `tests/${process.env["TESTS"] ?? "browser"}`,
  fullyParallel: true,
  workers: Number(process.env["WORKERS"] ?? 2),
  timeout: 60_000,
  reporter: "list",
  use: {
    ...readme.use,
    launchOptions: {
      ...(process.env["CHROMIUM_PATH"] === undefined ? {} : { executablePath: process.env["CHROMIUM_PATH"] }),
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});
