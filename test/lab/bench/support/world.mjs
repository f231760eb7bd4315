import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { buildIfNeeded } from "../../../../packages/local-services/bin/run-built.mjs";
import { leasePorts } from "../../../../packages/server/test/support/lease-ports.mjs";
import { listen } from "../../../../packages/server/test/support/listen.mjs";
import { ensureBrowser, launchOptions } from "../../../support/browser.mjs";
import { startServer } from "../../../support/local-site.mjs";
import { armsWith } from "./arm.mjs";
import { withCors } from "./double.mjs";
import { pagesOf } from "./pages.mjs";

const KEY = "bench-key";
const PROJECT = "demo-project";
/** Only ends a run that hangs, even on a slow machine. */
const LIMIT_MS = 120_000;

/** The added delay of each response of the services, as over a network. */
const SLOW_MS = 100;

/** A server in front of another that passes each request on after a delay, as a service far away. @param {number} to */
const far = (to) =>
  createServer((incoming, outgoing) => {
    setTimeout(() => {
      const { method, url, headers } = incoming;
      const passed = request({ port: to, host: "127.0.0.1", method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on("error", () => outgoing.destroy());
      incoming.pipe(passed);
    }, SLOW_MS);
  });

/** Starts the local services in a process of their own. */
async function startLocalServices() {
  await buildIfNeeded();
  const folder = mkdtempSync(join(tmpdir(), "tallybin-bench-"));
  const port = await leasePorts();
  const options = ["--port", String(port), "--project", "demo-project", "--data", folder];
  const services = await startServer(["dist/local/local-services.js", ...options], {
    env: {},
    url: `http://localhost:${port}/`,
  });
  return {
    port,
    /** @param {number} ms */
    async advance(ms) {
      const { ok, status } = await fetch(`http://localhost:${port}/__local/clock`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ advance: ms }),
      });
      if (!ok) throw new Error(`the clock of the local services answered ${status}`);
    },
    async stop() {
      await services.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sets the clock of a page ahead, and lets the world move it further. */
const aheadBy = (/** @type {number} */ ms) => `{
  let ahead = ${ms};
  const Real = Date;
  window.Date = class extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + ahead) : super(...given); }
    static now() { return Real.now() + ahead; }
  };
  window.elapse = (ms) => { ahead += ms; };
}`;

/**
 * The services of all arms, one page per arm and place, and a browser. Places are `near`, `far` (services 100 ms away)
 * and `popup` (near, with popups).
 * @param {import("./arm.mjs").Arm[]} arms
 */
export async function openWorld(arms) {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const local = await startLocalServices();
  /** @type {(() => Promise<void>)[]} */
  const closings = [];
  const start = async (/** @type {import("node:http").Server} */ server) => {
    const { port, close } = await listen(server);
    closings.push(close);
    return port;
  };
  /** @param {number} port */
  const placesOf = async (port) => ({
    near: `http://localhost:${port}`,
    far: `http://localhost:${await start(far(port))}`,
  });
  /** @type {Map<string, { arm: import("./arm.mjs").Arm, near: string, far: string }>} */
  const known = new Map();
  const pages = pagesOf((path) => {
    if (path === "/oauth/callback") return arms.find(({ callback }) => callback !== undefined)?.callback;
    const [, place, name = ""] = path.split("/");
    const found = known.get(decodeURIComponent(name));
    const api = found && (place === "far" ? found.far : found.near);
    return (
      found &&
      api &&
      found.arm.page({ api, key: KEY, project: PROJECT, origin, withPopup: place === "popup" })
    );
  });
  const origin = `http://localhost:${await start(pages)}`;
  const shared = await placesOf(local.port);
  for (const arm of arms) {
    const { name, service } = arm;
    const places = service
      ? await placesOf(await start(createServer(withCors(service({ page: origin, now })))))
      : shared;
    known.set(name, { arm, ...places });
  }
  const apis = [...known.values()].flatMap((one) => [one.near, one.far]);
  const isService = (/** @type {string} */ url) => apis.some((api) => url.startsWith(`${api}/`));
  const browser = await chromium.launch(launchOptions(ensureBrowser()));
  let people = 0;

  const openContext = async () => {
    const context = await browser.newContext();
    context.setDefaultTimeout(LIMIT_MS);
    await context.addInitScript(aheadBy(ahead));
    return context;
  };

  return {
    origin,
    localServices: shared.near,
    isService,
    openContext,
    /** @param {string} place @param {string} name */
    address: (place, name) => `${origin}/${place}/${encodeURIComponent(name)}`,
    newPerson: () => ({ email: `p${++people}@example.com`, password: "example-correct-horse" }),
    /** Opens a page of an arm where a new person has signed up. @param {string} place @param {string} name */
    async signedUp(place, name) {
      const context = await openContext();
      const page = await context.newPage();
      const { email, password } = this.newPerson();
      await page.goto(this.address(place, name));
      await firstState(page);
      await call(page, "register", email, password);
      return { context, page, email, password };
    },
    /**
     * Lets time pass for the services and for the documents of contexts, open or to come, as if the machine had slept.
     * @param {number} ms
     * @param {import("playwright").BrowserContext[]} contexts
     */
    async elapse(ms, ...contexts) {
      ahead += ms;
      await local.advance(ms);
      for (const context of contexts) {
        await context.addInitScript((later) => window["elapse"](later), ms);
        const open = context.pages().filter((page) => page.url() !== "about:blank");
        await Promise.all(open.map((page) => page.evaluate((later) => window["elapse"](later), ms)));
      }
    },
    async close() {
      await browser.close();
      await Promise.all(closings.map((close) => close()));
      await local.stop();
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
      const start = performance.now(); // the entry of an earlier request can still arrive
      await (await window["arm"])[asked](...given);
      return performance.getEntriesByType("resource").filter(({ startTime }) => startTime >= start).length;
    },
    /** @type {const} */ ([name, args]),
  );

/**
 * @template T
 * @param {import("./arm.mjs").Arm[]} arms
 * @param {(world: World) => Promise<T>} measure
 * @returns {Promise<T>}
 */
export async function inWorld(arms, measure) {
  const world = await openWorld(arms);
  try {
    return await measure(world);
  } finally {
    await world.close();
  }
}

/**
 * Measures each arm to which a line applies, in turn.
 * @template T
 * @param {import("./arm.mjs").Arm[]} arms
 * @param {import("./arm.mjs").Line} line
 * @param {(arm: import("./arm.mjs").Arm) => Promise<T>} measure
 * @returns {Promise<Map<string, T>>} by name
 */
export async function inTurn(arms, line, measure) {
  const results = new Map();
  for (const arm of armsWith(arms, line)) {
    process.stderr.write(`[bench] ${line}: ${arm.name}\n`);
    results.set(arm.name, await measure(arm));
  }
  return results;
}

/** The same at the same time. @type {typeof inTurn} */
export const atOnce = async (arms, line, measure) =>
  new Map(
    await Promise.all(
      armsWith(arms, line).map(async (arm) => /** @type {const} */ ([arm.name, await measure(arm)])),
    ),
  );
