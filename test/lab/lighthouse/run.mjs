/**
 * `npm run bench -- lighthouse`: the mobile preset on every public route of the built site, served by the production server.
 * Prints the median of RUNS runs per route and exits with an error if a promise of the README is not kept. Arguments:
 * routes to measure instead of all, e.g. `npm run bench -- lighthouse / /solutions`.
 */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfNeeded } from "../../../packages/local-services/bin/run-built.mjs";
import { ENVIRONMENT } from "../../../packages/server/test/support/environment.ts";
import { leasePorts } from "../../../packages/server/test/support/lease-ports.mjs";
import { ensureBrowser, launchOptions } from "../../support/browser.mjs";
import { startServer } from "../../support/local-site.mjs";
import { install } from "../install.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const RUNS = Number(process.env["RUNS"] ?? 5);
const FLOORS = { performance: 97, accessibility: 100, "best-practices": 100, seo: 100 };
const BLOCKING_MAX_MS = 150;

install("lighthouse");
await buildIfNeeded();
const { launch } = await import("chrome-launcher");
const { default: lighthouse } = await import("lighthouse");

const port = String(await leasePorts());
const origin = `http://localhost:${port}`;
const server = await startServer([join(root, "dist/server/serve.js")], {
  url: `${origin}/healthz`,
  env: {
    ...ENVIRONMENT,
    PORT: port,
    ORIGIN: origin,
    DATA_DIR: mkdtempSync(join(tmpdir(), "tallybin-lighthouse-")),
  },
});

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** @type {{ pages: Record<string, { kind: string }> }} */
const { pages } = JSON.parse(readFileSync(join(root, "dist/site/routes.json"), "utf8"));
const wanted = process.argv.slice(2);
const routes =
  wanted.length > 0
    ? wanted
    : Object.keys(pages).filter((path) => pages[path]?.kind === "public" && path !== "/404");

const { executablePath, args } = launchOptions(ensureBrowser());
let faults = 0;
try {
  console.log(
    `${"route".padEnd(26)} perf  a11y  best  seo   FCP    LCP    TBT   CLS     (median of ${RUNS})`,
  );
  for (const route of routes) {
    /** @type {Record<string, number>[]} */
    const runs = [];
    /** @type {Set<string>} */
    const failing = new Set();
    for (let tries = 0; runs.length < RUNS; tries++) {
      if (tries === 2 * RUNS) throw new Error(`Lighthouse could not measure ${route} ${RUNS} times.`);
      const chrome = await launch({ chromePath: executablePath, chromeFlags: ["--headless=new", ...args] });
      try {
        const result = await lighthouse(`${origin}${route}`, {
          port: chrome.port,
          output: "json",
          logLevel: "error",
        });
        if (result === undefined) throw new Error(`Lighthouse gave no result for ${route}.`);
        const { categories, audits } = result.lhr;
        const run = {
          ...Object.fromEntries(
            Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
          ),
          fcp: audits["first-contentful-paint"]?.numericValue ?? Number.NaN,
          lcp: audits["largest-contentful-paint"]?.numericValue ?? Number.NaN,
          tbt: audits["total-blocking-time"]?.numericValue ?? Number.NaN,
          cls: audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN,
        };
        // An incomplete trace says nothing about the page.
        if (Object.values(run).some(Number.isNaN)) continue;
        runs.push(run);
        for (const audit of Object.values(audits))
          if (
            audit.score !== null &&
            audit.score < 0.9 &&
            !["informative", "notApplicable", "manual"].includes(audit.scoreDisplayMode)
          )
            failing.add(`${audit.id} ${audit.displayValue ?? ""}`);
      } finally {
        chrome.kill();
      }
    }
    const of = (/** @type {string} */ key) => median(runs.map((run) => run[key] ?? Number.NaN));
    const kept =
      Object.entries(FLOORS).every(([id, floor]) => of(id) >= floor) &&
      of("tbt") <= BLOCKING_MAX_MS &&
      of("cls") === 0;
    if (!kept) faults += 1;
    const score = (/** @type {string} */ id) => String(of(id)).padEnd(5);
    console.log(
      `${route.padEnd(26)} ${score("performance")} ${score("accessibility")} ${score("best-practices")} ${score("seo")} ` +
        `${of("fcp").toFixed(0).padEnd(6)} ${of("lcp").toFixed(0).padEnd(6)} ${of("tbt").toFixed(0).padEnd(5)} ${of("cls").toFixed(3)}  ${kept ? "" : "below the promise"}`,
    );
    for (const audit of failing) console.log(`    ${audit}`);
  }
} finally {
  await server.stop();
}
process.exitCode = faults === 0 ? 0 : 1;
