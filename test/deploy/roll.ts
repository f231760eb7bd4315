import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { copyRelease } from "../../packages/server/test/trial/release.ts";
import type { Stage } from "../../packages/server/test/trial/stage.ts";

/** A page's footer is hydrated last, and so is the form of an account page. */
const PAGES: [path: string, landmark: string][] = [
  ["/", "footer"],
  ["/solutions", "footer"],
  ["/contact", "footer"],
  ["/auth/signin", "main"],
];
const TABS = 4;
const HYDRATED_MS = 60_000;

const hydrated = (page: Page, landmark: string) =>
  page
    .locator(`${landmark} form:not([data-hold])`)
    .first()
    .waitFor({ state: "attached", timeout: HYDRATED_MS });

const assetsOf = (release: string): string[] =>
  readdirSync(join(release, "dist/site/assets")).filter((name) => !/\.(?:br|gz)$/.test(name));

/** Runs a command of the guide that must succeed. */
async function succeed(stage: Stage, command: string): Promise<void> {
  const { code, output } = await stage.sh(command);
  if (code !== 0) throw new Error(`${command} failed:\n${output}`);
}

/** Builds the next release in a folder of its own, as the guide says. Each of its assets has another name. */
async function buildNext(stage: Stage): Promise<string> {
  const folder = join(stage.work, "srv/releases/next");
  copyRelease(folder);
  symlinkSync(join(stage.release, "node_modules"), join(folder, "node_modules"));
  const config = join(folder, "vite.config.ts");
  const renamed = readFileSync(config, "utf8")
    .replaceAll('"assets/[name]', '"assets/next-[name]')
    .replace("const output = {", '$&\n  assetFileNames: "assets/next-[name]-[hash][extname]",');
  writeFileSync(config, renamed);
  await succeed(stage, `cd ${folder} && npm run build`);
  const names = new Set(assetsOf(stage.release));
  expect(assetsOf(folder).filter((name) => names.has(name))).toEqual([]);
  return folder;
}

/** Notes what a page could not load; a canceled request is no fault. */
function noteFaults(page: Page, faults: string[]): void {
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`);
  });
  page.on("requestfailed", (request) => {
    const { errorText = "" } = request.failure() ?? {};
    if (errorText !== "net::ERR_ABORTED") faults.push(`${errorText} ${request.url()}`);
  });
}

/** The page loads of a roll, and those that hydrated without another load. */
export type Loads = { tried: number; good: number; changes: number; faults: string[] };

/** Loads pages without a cache, one after the other. */
async function loadPages(context: BrowserContext, over: AbortSignal, loads: Loads): Promise<void> {
  const page = await context.newPage();
  noteFaults(page, loads.faults);
  await (await context.newCDPSession(page)).send("Network.setCacheDisabled", { cacheDisabled: true });
  let navigations = 0;
  page.on("framenavigated", () => void navigations++);
  for (let count = 0; !over.aborted; count++) {
    const [path, landmark] = PAGES[count % PAGES.length] ?? ["/", "footer"];
    navigations = 0;
    loads.tried++;
    try {
      await page.goto(path, { waitUntil: "commit" });
      await hydrated(page, landmark);
      if (navigations === 1) loads.good++;
      else loads.faults.push(`${path} loaded ${navigations} times`);
    } catch (error) {
      loads.faults.push(`${path}: ${error}`);
    }
  }
  await page.close();
}

/**
 * Page loads while the guide's loop restarts the processes with the next release and with the one before, in turn. A
 * tab of the release before the first change then still loads the chunks of its pages.
 * @param atLeast the number of page loads; the changes of release go on until then, and end with the first release
 */
export async function rollReleases(stage: Stage, browser: Browser, atLeast: number): Promise<Loads> {
  const next = await buildNext(stage);
  const open = () =>
    browser.newContext({ baseURL: stage.origin, ignoreHTTPSErrors: true, reducedMotion: "reduce" });
  const loads: Loads = { tried: 0, good: 0, changes: 0, faults: [] };
  const old = await (await open()).newPage();
  noteFaults(old, loads.faults);
  await old.goto("/");
  await hydrated(old, "footer");
  await old.evaluate(() => document.body.setAttribute("data-old", ""));

  const over = new AbortController();
  const contexts = await Promise.all(Array.from({ length: TABS }, open));
  const loading = Promise.all(contexts.map((context) => loadPages(context, over.signal, loads)));
  const link = stage.here(stage.step(8).block(/ln -sfn/));
  const restart = stage.here(stage.step(8).block(/systemctl restart/));
  const change = async (folder: string): Promise<void> => {
    await succeed(stage, `cd ${folder}\n${link}`);
    await succeed(stage, restart);
    loads.changes++;
  };
  try {
    await change(next);
    // Both processes of the old release are gone, and the tab has not loaded the code of this page.
    await old.getByRole("banner").getByRole("link", { name: "Customer Login" }).click();
    await hydrated(old, "main");
    await expect(old.locator("body[data-old]")).toBeAttached();
    do {
      await change(stage.release);
      if (loads.tried < atLeast) await change(next);
    } while (loads.tried < atLeast || loads.changes % 2 === 1);
  } finally {
    over.abort();
    await loading;
  }
  return loads;
}
