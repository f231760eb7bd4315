import { createRealBrowser, scriptOfPages } from "../../simulation/compared/in-browser.mjs";
import { SCENARIOS } from "../../simulation/compared/scenarios.mjs";
import { expect, test } from "../fixtures.ts";

/** Any page of the origin without scripts. */
const PATH = "/robots.txt";
/** Longer than a message between two pages takes. */
const GRACE_MS = 10;

/** Built once per worker. */
let script: Promise<string> | undefined;

for (const [api, scenarios] of Object.entries(SCENARIOS))
  test(`the browser does what the simulated one does: ${api}`, async ({ context }) => {
    script ??= scriptOfPages();
    await context.addInitScript(await script);
    const openTab = async () => {
      const page = await context.newPage();
      await page.goto(PATH);
      return { run: (source: string) => page.evaluate(source), close: () => page.close() };
    };
    const browser = createRealBrowser({ engine: "chromium", openTab, graceMs: GRACE_MS });
    for (const scenario of scenarios)
      expect.soft(await browser.play(scenario), scenario.name).toBeUndefined();
  });
