import { readFileSync } from "node:fs";
import { chromium } from "playwright";
import { ensureBrowser, launchOptions } from "../../../support/browser.mjs";
import { packageFolder } from "../../install.mjs";
import { serve } from "../pages.ts";

export type Result = { title: string; state: "passed" | "failed" | "skipped"; error?: string };

/** The limit of Google's own runner, `config/mocha.browser.opts`. */
const TIMEOUT_MS = 20_000;

const html = `<!doctype html><title>Specs</title><div id="mocha"></div>
<script src="/mocha.js"></script>
<script>mocha.setup({ ui: "bdd", timeout: ${TIMEOUT_MS}, reporter: function () {} });</script>
<script type="module" src="/specs.js"></script>`;

/** Runs the specs with mocha in a page. */
export async function runInChromium(specs: string): Promise<Result[]> {
  const pages = await serve({
    "/": html,
    "/mocha.js": readFileSync(`${packageFolder("mocha", "conformance/firebase-suite")}/mocha.js`, "utf8"),
    "/specs.js": specs,
  });
  const browser = await chromium.launch(launchOptions(ensureBrowser()));
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(pages.origin);
    await page.waitForLoadState("load");
    const results = await page.evaluate(
      () =>
        new Promise<Result[]>((resolve) => {
          const found: Result[] = [];
          const { mocha } = globalThis as unknown as { mocha: { run(done: () => void): MochaRunner } };
          type MochaTest = { fullTitle(): string };
          type MochaRunner = {
            on(event: string, done: (test: MochaTest, error?: Error) => void): MochaRunner;
          };
          mocha
            .run(() => resolve(found))
            .on("pass", (test) => found.push({ title: test.fullTitle(), state: "passed" }))
            .on("pending", (test) => found.push({ title: test.fullTitle(), state: "skipped" }))
            .on("fail", (test, error) =>
              found.push({ title: test.fullTitle(), state: "failed", error: String(error?.message) }),
            );
        }),
    );
    return results.length > 0
      ? results
      : [{ title: "the specs load", state: "failed", error: errors.join("; ") }];
  } finally {
    await browser.close();
    await pages.close();
  }
}
