import { chromium, expect } from "@playwright/test";
import { ENVIRONMENT } from "../../../packages/server/test/support/environment.ts";
import { leasePorts } from "../../../packages/server/test/support/lease-ports.mjs";
import { ensureBrowser, launchOptions } from "../../support/browser.mjs";
import { startTlsProxy } from "../../support/tls-proxy.ts";
import { runForFile } from "../program.ts";
import { test } from "../worker.ts";

/** Browsers send reports to HTTPS only, so the production build runs behind a TLS proxy. */
const port = await leasePorts();
const SITE = `https://localhost:${port}`;
const server = runForFile(
  "dist/server/serve.js",
  {
    ...ENVIRONMENT,
    PORT: String(port + 1),
    ORIGIN: SITE,
    REPORTS: "on",
    LIMIT_PER_CLIENT: "1/3600",
    LOG_LEVEL: "info",
  },
  /"msg":"ready"/,
);
let proxy: Awaited<ReturnType<typeof startTlsProxy>>;
test.beforeAll(async () => {
  proxy = await startTlsProxy(port, port + 1);
});
test.afterAll(() => proxy.close());

test("the server logs the browser's reports without addresses and queries, and limits their number per client", async () => {
  // The headless shell sends no reports. The switch sends them at once instead of after a minute.
  const { args, ...options } = launchOptions(ensureBrowser());
  const browser = await chromium.launch({
    ...options,
    args: [...args, "--short-reporting-delay", proxy.trust],
  });
  const page = await browser.newPage();
  await page.goto(`${SITE}/auth/signin?oobCode=secret-code#secret-fragment`);

  // Chromium reports each address of a document once.
  const violate = (address: string) =>
    page.evaluate((blocked) => fetch(blocked).catch(() => undefined), address);
  await violate("https://evil.example/secret-path?token=secret");
  await server.says(/"status":204/);

  await violate("https://evil.example/another-secret");
  await server.says(/"status":429/);
  await browser.close();

  const logged = server
    .output()
    .split("\n")
    .filter((line) => line.includes("violation"))
    .map((line) => JSON.parse(line));
  expect(logged).toMatchObject([
    { type: "csp-violation", page: "/auth/signin", what: "connect-src", blocked: "https://evil.example" },
  ]);
  expect(server.output()).not.toMatch(/secret|\?/);
});
