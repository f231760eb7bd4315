import { createRealBrowser } from "../../../simulation/compared/real.mjs";
import { SCENARIOS } from "../../../simulation/compared/scenarios.mjs";

/** Any page of the site's origin that runs no script of its own. */
const PATH = "/robots.txt";
/** For lines that the simulated browser does not say. */
const GRACE_MS = 100;

export default [...SCENARIOS].map(([api, scenarios]) => ({
  name: `as simulated: ${api}`,
  // WebKit styles a text, which the site's policy refuses.
  expectedNoise: /style-src/,
  async run({ tab, newTab, engine, fail }) {
    const browser = createRealBrowser({
      engine,
      graceMs: GRACE_MS,
      openTab: async () => {
        const opened = await newTab();
        await opened.goto(PATH);
        return opened;
      },
    });
    await tab.goto(PATH);
    for (const scenario of scenarios) {
      const said = await browser.play(scenario);
      if (said) fail(`${scenario.name}: ${said.join(" · ")}`);
    }
  },
}));
