import { defineConfig } from "@playwright/test";
import type { LocalServicesFixtures } from "@tallybin/local-services/playwright";
import readme from "./snippets/playwright-config.ts";

/** The README's configuration, with this machine's browser. */
export default defineConfig<LocalServicesFixtures>({
  ...readme,
  testDir: "tests/browser",
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
