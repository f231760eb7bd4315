import { createRealBrowser } from "../../simulation/compared/real.mjs";
import { SCENARIOS } from "../../simulation/compared/scenarios.mjs";
import { expect, test } from "../fixtures.ts";

/** Any page of the origin without scripts. */
const PATH = "/robots.txt";
/** Longer than a message between two pages takes. */
const GRACE_MS = 10;

for (const [api, scenarios] of SCENARIOS)
  test(`the browser does what the simulated one does: ${api}`, async ({ context }) => {
    const openTab = async () => {
      const page = await context.newPage();
      await page.goto(PATH);
      return { run: (source: string) => page.evaluate(source), close: () => page.close() };
    };
    const browser = createRealBrowser({ engine: "chromium", openTab, graceMs: GRACE_MS });
    for (const scenario of scenarios)
      expect.soft(await browser.play(scenario), scenario.name).toBeUndefined();
  });
