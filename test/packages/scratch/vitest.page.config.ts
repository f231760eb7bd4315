import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";

const executablePath = process.env["CHROMIUM_PATH"];

/** Vitest's browser mode, in this machine's browser. */
export default defineConfig({
  test: {
    include: ["tests/page/**/*.test.ts"],
    testTimeout: 60_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      instances: [{ browser: "chromium" }],
      provider: playwright({
        launchOptions: {
          ...(executablePath === undefined ? {} : { executablePath }),
          args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
        },
      }),
    },
  },
});
