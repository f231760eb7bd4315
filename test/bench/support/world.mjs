import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { leasePorts } from "../../../packages/server/test/support/lease-ports.mjs";
import { ensureBrowser, launchOptions } from "../../support/browser.mjs";
import { bundle } from "./bundle.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const KEY = "bench-key";
const PROJECT = "demo-tallybin";
/** The added delay of each response of the services, as over a network. */
const SLOW_MS = 100;

/** @param {import("node:http").Server} server @returns {Promise<number>} its port */
const listen = (server) =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });

/** Passes requests on after a delay, as a service far away. @param {number} to @param {number} delayMs */
const far = (to, delayMs) =>
  createServer((incoming, outgoing) => {
    setTimeout(() => {
      const { method, url, headers } = incoming;
      const passed = request({ port: to, host: "127.0.0.1", method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on("error", () => outgoing.destroy());
      incoming.pipe(passed);
    }, delayMs);
  });

/**
 * The local services, one page per arm and a browser.
 * @param {import("./arm.mjs").Arm[]} arms with a page
 */
export async function openWorld(arms) {
  if (!existsSync(join(root, "dist/built"))) {
    const { status } = spawnSync(process.execPath, ["packages/server/bin/build.mjs"], {
      cwd: root,
      stdio: ["ignore", 2, 2],
    });
    if (status !== 0) throw new Error("the build failed");
  }
  const folder = mkdtempSync(join(tmpdir(), "tallybin-bench-"));
  const port = await leasePorts();
  const services = spawn(process.execPath, [join(root, "dist/local/local-services.js")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PORT: String(port), DATA_DIR: folder },
  });
  process.once("exit", () => services.kill("SIGKILL"));
  for (let tries = 0; ; tries++) {
    const isUp = await fetch(`http://localhost:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    if (tries > 300) throw new Error("the local services did not start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const slow = far(port, SLOW_MS);
  const apis = { near: `http://localhost:${port}`, far: `http://localhost:${await listen(slow)}` };
  const isService = (/** @type {string} */ url) =>
    Object.values(apis).some((api) => url.startsWith(`${api}/`));
  /** @type {Map<string, string>} */
  const scripts = new Map();
  for (const [place, api] of Object.entries(apis))
    for (const { name, page } of arms)
      if (page)
        scripts.set(
          `/${place}/${encodeURIComponent(name)}.js`,
          (await bundle(page({ api, key: KEY, project: PROJECT }))).code,
        );
  const pages = createServer(({ url = "" }, response) => {
    const script = scripts.get(url);
    response.setHeader("content-type", script === undefined ? "text/html" : "text/javascript");
    response.end(
      script ??
        `<!doctype html><title>bench</title><link rel="icon" href="data:,"><script type="module">
          window.arm = import("${url}.js");
          window.arm.then(({ firstState }) => firstState).then((isSignedIn) => { window.first = { at: performance.now(), isSignedIn }; });
        </script>`,
    );
  });
  const origin = `http://localhost:${await listen(pages)}`;
  const browser = await chromium.launch(launchOptions(ensureBrowser()));
  let people = 0;
  return {
    browser,
    /** @param {string} place @param {string} name */
    address: (place, name) => `${origin}/${place}/${encodeURIComponent(name)}`,
    newPerson: () => ({ email: `p${++people}@example.com`, password: "example-correct-horse" }),
    /** @param {import("playwright").Request} sent to the services, a preflight not counted */
    isCall: (sent) => isService(sent.url()),
    isService,
    async close() {
      await browser.close();
      for (const server of [pages, slow]) {
        server.closeAllConnections();
        server.close();
      }
      const ended = new Promise((resolve) => services.once("exit", resolve));
      services.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openWorld>>} World */

/** @param {import("playwright").Page} page */
export const firstState = (page) =>
  page.waitForFunction(() => window["first"]).then((handle) => handle.jsonValue());

/**
 * Calls one of the arm's functions. Returns the number of requests answered before it resolved.
 * @param {import("playwright").Page} page
 * @param {string} name
 * @param {unknown[]} args
 */
export const call = (page, name, ...args) =>
  page.evaluate(
    async ([asked, given]) => {
      performance.clearResourceTimings();
      await (await window["arm"])[asked](...given);
      return performance.getEntriesByType("resource").length;
    },
    /** @type {const} */ ([name, args]),
  );

/** @param {import("./arm.mjs").Arm[]} arms @param {(world: World, arms: import("./arm.mjs").Arm[]) => Promise<import("./arm.mjs").Table[]>} measure */
export async function inWorld(arms, measure) {
  const withPages = arms.filter(({ page }) => page !== undefined);
  const world = await openWorld(withPages);
  try {
    return await measure(world, withPages);
  } finally {
    await world.close();
  }
}
