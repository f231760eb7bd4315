import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext } from "@playwright/test";
import { withSections } from "../lab/bench/support/document.mjs";
import { launchHeadless } from "../support/browser.mjs";
import { introduction, runOf, section } from "./document.ts";
import { subjects } from "./routes.ts";
import { type Servers, startServers } from "./servers.ts";
import { look, type Reaction, react, type Setting } from "./visit.ts";

/**
 * `npm run bench -- page [path] [speed]`: writes docs/generated/web-bench.md, or only the sections of a path ("/") and a
 * speed ("slow" or "fast"). Medians of five visits with an empty cache, at 360 px, in the production server's build.
 * The film of the front page is off.
 */
const RUNS = 5;
const file = fileURLToPath(new URL("../../docs/generated/web-bench.md", import.meta.url));
const options = process.argv.slice(2);
const onlyPath = options.find((option) => option.startsWith("/"));
const onlySpeed = options.find((option) => option === "slow" || option === "fast");

const SETTINGS: readonly Setting[] = [
  { name: "slow", latencyMs: 400, bytesPerMs: 50, processor: 4 },
  { name: "fast", latencyMs: 150, bytesPerMs: 200, processor: 4 },
];

async function openContext(browser: Browser, origin: string, isSignedIn: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    reducedMotion: "reduce",
  });
  if (!isSignedIn) return context;
  const page = await context.newPage();
  await page.goto(`${origin}/auth/signup`);
  const field = (label: string) => page.getByRole("main").getByLabel(label, { exact: true });
  await field("Email").fill(`ada.${Date.now()}@example.com`);
  await field("Password").fill("example-correct-horse");
  await field("Confirm password").fill("example-correct-horse");
  await page.getByRole("button", { name: "Sign up", exact: true }).click();
  await page.waitForURL("**/dashboard");
  await page.close();
  return context;
}

async function measure(browser: Browser, servers: Servers, setting: Setting): Promise<void> {
  const repeat = async <Result>(
    origin: string,
    isSignedIn: boolean,
    visit: (context: BrowserContext) => Promise<Result>,
  ): Promise<Result[]> => {
    const results: Result[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const context = await openContext(browser, origin, isSignedIn);
      results.push(await visit(context));
      await context.close();
    }
    return results;
  };
  const run = runOf(browser.version(), cpus()[0]?.model ?? "");
  for (const { path, isSignedIn, rows } of subjects) {
    if (onlyPath !== undefined && onlyPath !== path) continue;
    const measured = [];
    let loads: Reaction[] = [];
    for (const [index, { site, press }] of rows.entries()) {
      const origin = servers[site];
      const isNewSite = rows[index - 1]?.site !== site;
      const looks = isNewSite
        ? await repeat(origin, isSignedIn, (context) => look(context, origin + path, setting))
        : [];
      const reactions = await repeat(origin, isSignedIn, (context) =>
        react(context, origin + path, setting, press),
      );
      if (site === "built") loads = reactions;
      measured.push({ site, press: press.name, looks, reactions });
    }
    const text = section({ path, setting, run, rows: measured, loads });
    console.log(text);
    const before = existsSync(file) ? readFileSync(file, "utf8") : "";
    writeFileSync(file, withSections(before || introduction, [text]));
  }
}

const servers = await startServers();
const browser = await launchHeadless();
try {
  for (const setting of SETTINGS)
    if (onlySpeed === undefined || onlySpeed === setting.name) await measure(browser, servers, setting);
} finally {
  await browser.close();
  await servers.close();
}
