import { mkdtempSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, devices, type PlaywrightTestConfig } from "@playwright/test";
import type { LocalServicesFixtures } from "../../packages/local-services/src/fixtures/playwright.ts";
import { leasePorts } from "../../packages/server/test/support/lease-ports.mjs";
import { QUICK_WASM } from "../../packages/server/test/support/quick-wasm.mjs";
import { isWhole } from "../../packages/server/test/support/whole.ts";
import { IDENTITY_NAMESPACE } from "../../src/config/browser-names.ts";
import { ensureBrowser, ensureHeadlessShell, launchOptions } from "../support/browser.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A test's page lives for seconds, too briefly to repay a tenth of the processor time for optimized code. */
const UNOPTIMIZED = "--js-flags=--no-opt,--no-maglev";

/** Workers load this file again, so choices reach them through the environment. */
const once = async (name: string, choose: () => string | Promise<string>): Promise<string> => {
  process.env[name] ??= await choose();
  return process.env[name];
};

const browser = await once("TALLYBIN_BROWSER", ensureBrowser);
const shell = await once("TALLYBIN_SHELL", () => ensureHeadlessShell(browser));
const { args, executablePath } = launchOptions(shell);

const site = async (name: string, env: Record<string, string>) => {
  const port = await once(`TALLYBIN_PORT_${name}`, async () => String(await leasePorts()));
  const origin = `http://localhost:${port}`;
  return {
    origin,
    server: {
      command: `node ${QUICK_WASM} dist/local/start.js`, // the existing build: a test run never builds
      cwd: root,
      env: {
        ...env,
        PORT: port,
        DATA_DIR: await once(`TALLYBIN_DATA_${name}`, () => mkdtempSync(join(tmpdir(), "tallybin-"))),
      },
      url: `${origin}/readyz`, // while its database opens, a site on a busy machine may not answer for seconds
      reuseExistingServer: process.env["TEST_WORKER_INDEX"] !== undefined,
      gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
    } as const,
  };
};

/** Sessions as this project's own client stores them. */
const ofIdentityClient = (origin: string): LocalServicesFixtures["localServices"] => ({
  origin,
  keeper: "identity-client",
  namespace: IDENTITY_NAMESPACE,
});

const same = await site("SAME", {});
const second = await site("SECOND", { LOCAL_SERVICES_ORIGIN: "second" });
const KEPT = { SESSIONS: "server" };
const kept = await site("KEPT", KEPT);
/** `npm test` runs the mode's own tests, and `npm run lab -- nightly` also every account test against such a server. */
const SLICE = /[\\/]e2e[\\/](sessions[\\/].*|foundation[\\/]session)\.spec\.ts$/;
const ALL =
  /[\\/]e2e[\\/]((sessions|account|passkeys|document)[\\/].*|foundation[\\/](session|outage))\.spec\.ts$/;
const ONLY_KEPT = /[\\/]e2e[\\/]sessions[\\/]/;

/** A test waits for its page a third of the time. */
const WORKERS = Math.ceil(1.5 * Math.max(2, availableParallelism()));
/** Those of a project with few tests, because each takes four seconds of the processor to start. */
const FEW_WORKERS = isWhole ? WORKERS : 1;

type Projects = NonNullable<PlaywrightTestConfig<LocalServicesFixtures>["projects"]>;
/** Those with one worker come first, so that it does not run alone at the end. */
const projects: Projects = [
  {
    // The same flows with the local services on another origin, which exercises CORS and connect-src.
    name: "second origin",
    // A world's host would also have to be in the services' origin, so these tests share the default world.
    use: { baseURL: second.origin, localServices: { ...ofIdentityClient(second.origin), worldBy: "none" } },
    grep: isWhole ? /@cross-origin/ : /@cross-origin$/,
    testIgnore: ONLY_KEPT,
    workers: FEW_WORKERS,
  },
  {
    // The same flows with refresh tokens on the server, and that mode's own tests.
    name: "server sessions",
    use: {
      baseURL: kept.origin,
      contextOptions: { reducedMotion: "reduce" },
      localServices: ofIdentityClient(kept.origin),
    },
    testMatch: isWhole ? ALL : SLICE,
    workers: FEW_WORKERS,
    metadata: { siteEnv: KEPT },
  },
  {
    name: "site",
    // The front page's film and the transitions take a seventh of the processor time. The project `second origin` has
    // them on, and so have the tests about them.
    use: {
      baseURL: same.origin,
      contextOptions: { reducedMotion: "reduce" },
      localServices: ofIdentityClient(same.origin),
    },
    testIgnore: ONLY_KEPT,
  },
];

export default defineConfig<LocalServicesFixtures>({
  testDir: ".",
  outputDir: join(root, "test-results/browser"),
  fullyParallel: true,
  forbidOnly: process.env["CI"] !== undefined,
  workers: WORKERS,
  retries: process.env["CI"] === undefined ? 0 : 1,
  timeout: 60_000,
  // After a restart of its site, a page on a busy machine needs this long.
  expect: { timeout: 30_000 },
  reporter: process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"] === undefined ? "list" : [["list"], ["json"]],
  use: {
    ...devices["Desktop Chrome"],
    launchOptions: { executablePath, args: [...args, UNOPTIMIZED] },
    // A trace of a failure lists its actions, requests and console. Pictures and copies of the page of every test would
    // take a quarter of the processor time: `--trace on` records them for a test that is repeated.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
    // What the page showed when a test failed.
    screenshot: "only-on-failure",
    video: "off", // recording needs an encoder that is a separate download
  },
  projects,
  webServer: [same.server, second.server, kept.server],
});
