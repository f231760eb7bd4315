/** `npx tsx test/picture/run.ts`: photographs the front page of the built site for the README, into `docs/site.jpg`. */
import { join } from "node:path";
import { chromium } from "playwright";
import { buildIfNeeded } from "../../packages/local-services/bin/run-built.mjs";
import { root } from "../architecture/import-graph.ts";
import { ensureBrowser, ensureHeadlessShell, launchOptions } from "../support/browser.mjs";
import { startLocalSite } from "../support/local-site.mjs";

await buildIfNeeded();
const site = await startLocalSite();
const shell = await ensureHeadlessShell(await ensureBrowser());
const browser = await chromium.launch(launchOptions(shell));
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce", // the poster, which is the same in every run
  });
  await page.goto(site.origin, { waitUntil: "networkidle" });
  for (const name of ["No thanks", "Decline", "Dismiss"])
    for (const button of await page.getByRole("button", { name }).all()) await button.click();
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.screenshot({ path: join(root, "docs/site.jpg"), type: "jpeg", quality: 72 });
} finally {
  await browser.close();
  await site.stop();
}
