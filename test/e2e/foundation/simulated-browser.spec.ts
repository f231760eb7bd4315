import { isWhole } from "../../../packages/server/test/support/whole.ts";
import { createRealBrowser } from "../../simulation/compared/real.mjs";
import { SCENARIOS } from "../../simulation/compared/scenarios.mjs";
import { expect, test } from "../fixtures.ts";

/** Any page of the origin without scripts. */
const PATH = "/robots.txt";
/** Longer than a message between two pages takes, also on a busy machine. */
const GRACES_MS = [10, 500];

// Only a new browser or a change of the scenarios can make a difference.
for (const [api, scenarios] of isWhole ? SCENARIOS : [])
  test(`the browser does what the simulated one does: ${api}`, async ({ context }) => {
    const openTab = async () => {
      const page = await context.newPage();
      await page.goto(PATH);
      return { run: (source: string) => page.evaluate(source), close: () => page.close() };
    };
    const [quick, patient] = GRACES_MS.map((graceMs) =>
      createRealBrowser({ engine: "chromium", openTab, graceMs }),
    );
    for (const scenario of scenarios) {
      const difference = (await quick?.play(scenario)) && (await patient?.play(scenario));
      expect.soft(difference, scenario.name).toBeUndefined();
    }
  });
