import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { audit, writeDuring } from "./ledger.ts";
import { copyRelease } from "./release.ts";
import type { Stage } from "./stage.ts";

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

/** A step of each kind that the rule "expand, then contract" allows. */
const EXPAND = `
  alter table subscribers add column next_text text not null default 'a default';
  alter table contact_messages add column next_number integer;
  alter table sessions add column next_flag boolean not null default false;
  create index subscribers_next on subscribers (next_text);
  create table next_things (id bigint generated always as identity primary key, name text not null);`;

/**
 * Builds the next release in a folder of its own, as the guide says. Each of its assets has another name, and its
 * schema is newer.
 */
async function buildNext(stage: Stage): Promise<string> {
  const folder = join(stage.work, "srv/releases/next");
  copyRelease(folder);
  // The guide removes the tools of the build from its own folders.
  symlinkSync(fileURLToPath(new URL("../../node_modules", import.meta.url)), join(folder, "node_modules"));
  const config = join(folder, "vite.config.ts");
  const renamed = readFileSync(config, "utf8")
    .replaceAll(/(["`])assets\/(?=\[name\]|\$\{)/g, "$1assets/next-")
    .replace("const output = {", '$&\n  assetFileNames: "assets/next-[name]-[hash][extname]",');
  writeFileSync(config, renamed);
  const migrations = join(folder, "packages/server/src/database/migrations.ts");
  const step = `  { id: 9_999, name: "the next release", sql: ${JSON.stringify(EXPAND)} },\n];`;
  writeFileSync(
    migrations,
    readFileSync(migrations, "utf8").replace(/^\];$/m, () => step),
  );
  await stage.succeed(`cd ${folder} && npm run build`);
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

/** The page loads of a roll, those that hydrated without another load, and the writes beside them. */
export type Loads = { tried: number; good: number; changes: number; writes: number; faults: string[] };

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
 * Page loads and writes while the guide's loop restarts the processes with the next release and with the one before, in turn. A
 * tab of the release before the first change then still loads the chunks of its pages.
 * @param atLeast the number of page loads; the changes of release go on until then, and end with the first release
 */
export async function rollReleases(stage: Stage, browser: Browser, atLeast: number): Promise<Loads> {
  const next = await buildNext(stage);
  const open = () =>
    browser.newContext({ baseURL: stage.origin, ignoreHTTPSErrors: true, reducedMotion: "reduce" });
  const loads: Loads = { tried: 0, good: 0, changes: 0, writes: 0, faults: [] };
  const old = await (await open()).newPage();
  noteFaults(old, loads.faults);
  await old.goto("/");
  await hydrated(old, "footer");
  await old.evaluate(() => document.body.setAttribute("data-old", ""));

  const over = new AbortController();
  const contexts = await Promise.all(Array.from({ length: TABS }, open));
  const loading = Promise.all(contexts.map((context) => loadPages(context, over.signal, loads)));
  const [link = "false"] = /^ln -sfn .*$/m.exec(stage.step(8).block(/ln -sfn/)) ?? [];
  const restart = stage.here(stage.step(8).block(/systemctl restart/));
  const change = async (folder: string): Promise<void> => {
    await stage.succeed(stage.here(link).replace(/\S+\/releases\/2026-11-23/, () => folder));
    await stage.succeed(restart);
    loads.changes++;
  };
  try {
    const ledger = await writeDuring(stage, async () => {
      await change(next);
      // Both processes of the old release are gone, and the tab has not loaded the code of this page.
      await old.getByRole("banner").getByRole("link", { name: "Customer Login" }).click();
      await hydrated(old, "main");
      await expect(old.locator("body[data-old]")).toBeAttached();
      do {
        await change(stage.release);
        if (loads.tried < atLeast) await change(next);
      } while (loads.tried < atLeast || loads.changes % 2 === 1);
    });
    for (const [status, count] of ledger.answers) {
      loads.writes += count;
      if (status !== 200) loads.faults.push(`${count} writes got ${status}`);
    }
    loads.faults.push(...(await audit(stage, ledger)));
  } finally {
    over.abort();
    await loading;
  }
  return loads;
}
