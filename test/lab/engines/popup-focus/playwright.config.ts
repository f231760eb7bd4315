import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { ensureBrowser, launchOptions } from "../../../support/browser.mjs";

/** Chromium with windows, because a headless one gives every page the focus. One worker: a screen has one focus. */
export default defineConfig({
  testDir: ".",
  outputDir: fileURLToPath(new URL("../../../../test-results/popup-focus", import.meta.url)),
  workers: 1,
  forbidOnly: process.env["CI"] !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: { headless: false, launchOptions: launchOptions(ensureBrowser()) },
});
