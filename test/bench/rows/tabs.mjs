import { spread } from "../support/arm.mjs";
import { call, firstState, inWorld } from "../support/world.mjs";

const TABS = 10;
const RUNS = Math.min(3, Number(process.env["RUNS"] ?? 3));
const ROWS = [
  { title: "at once", apartMs: 0, reloads: false },
  { title: "100 ms apart", apartMs: 100, reloads: false },
  { title: "reload at once", apartMs: 0, reloads: true },
];
/** Sets the page's clock ahead, so that every stored token has expired. */
const LATER = `{
  const Real = Date;
  window.Date = class extends Real {
    constructor(...given) { given.length === 0 ? super(Real.now() + 3_660_000) : super(...given); }
    static now() { return Real.now() + 3_660_000; }
  };
}`;

/** Exchanges of the refresh token when ten tabs need a token after an hour. @param {import("../support/arm.mjs").Arm[]} all */
export default (all) =>
  inWorld(all, async (world, arms) => {
    /** @type {string[][]} */
    const rows = [];
    for (const { title, apartMs, reloads } of ROWS) {
      const counts = [];
      for (const { name } of arms) {
        const runs = [];
        for (let run = 0; run < RUNS; run++) {
          const context = await world.browser.newContext();
          const first = await context.newPage();
          const { email, password } = world.newPerson();
          const address = world.address("far", name);
          await first.goto(address);
          await firstState(first);
          await call(first, "register", email, password);
          await first.close();
          let exchanges = 0;
          context.on("request", (request) => {
            if (request.url().includes("/securetoken.googleapis.com/v1/token")) exchanges += 1;
          });
          if (!reloads) await context.addInitScript(LATER);
          const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()));
          const open = async (/** @type {import("playwright").Page} */ tab) => {
            await tab.goto(address);
            await firstState(tab);
            await call(tab, "token");
          };
          if (reloads) {
            for (const tab of tabs) await open(tab);
            await context.addInitScript(LATER);
            exchanges = 0;
          }
          await Promise.all(
            tabs.map(async (tab, index) => {
              await tab.waitForTimeout(index * apartMs);
              await open(tab);
            }),
          );
          runs.push(exchanges);
          await context.close();
        }
        counts.push(spread(runs));
      }
      rows.push([title, ...counts]);
    }
    return [
      {
        title: `Token refreshes of ${TABS} tabs with an expired session: median of ${RUNS} (lowest–highest)`,
        columns: ["", ...arms.map(({ name, version }) => `${name} ${version}`)],
        rows,
      },
    ];
  });
