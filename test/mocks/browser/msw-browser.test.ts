import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "playwright";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBrowser, launchOptions } from "../../support/browser.mjs";

const root = fileURLToPath(new URL(".", import.meta.resolve("./page/main.ts")));
const worker = fileURLToPath(import.meta.resolve("msw/mockServiceWorker.js"));

let vite: ViteDevServer;
let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(launchOptions(ensureBrowser()));
  vite = await createServer({
    root,
    configFile: false,
    cacheDir: fileURLToPath(new URL("../../../.cache/vite-msw-browser", import.meta.url)),
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0, fs: { allow: ["../../../.."] } },
    optimizeDeps: { include: ["msw", "msw/browser", "jose", "valibot"] },
    plugins: [
      {
        name: "mock-service-worker",
        configureServer: ({ middlewares }) => {
          middlewares.use("/mockServiceWorker.js", (_, response) => {
            response.setHeader("content-type", "text/javascript").end(readFileSync(worker));
          });
        },
      },
    ],
  });
  await vite.listen();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await vite?.close();
});

test("the same handlers answer in a browser, behind MSW's service worker", { timeout: 60_000 }, async () => {
  const page = await browser.newPage();
  await page.goto(vite.resolvedUrls?.local[0] ?? "");
  const outcomes = await page
    .locator("body[data-outcomes]")
    .getAttribute("data-outcomes", { timeout: 45_000 });
  expect(JSON.parse(outcomes ?? "{}")).toEqual({
    created: 200,
    taken: 400,
    offline: "network error",
    accounts: 1,
    segments: 3,
  });
});
