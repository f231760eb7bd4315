import { defineConfig } from "@playwright/test";

const port = process.env["STORYBOOK_PORT"] ?? "6006";
const url = `http://localhost:${port}`;

/** The built Storybook, in this machine's browser. */
export default defineConfig({
  testDir: "tests/storybook",
  reporter: "list",
  use: {
    baseURL: url,
    launchOptions: {
      ...(process.env["CHROMIUM_PATH"] === undefined ? {} : { executablePath: process.env["CHROMIUM_PATH"] }),
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
  webServer: { command: `npx vite preview --outDir storybook-static --port ${port} --strictPort`, url },
});
