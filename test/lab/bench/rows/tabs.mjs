import { sheet, spread } from "../support/arm.mjs";
import { call, firstState, inTurn, inWorld } from "../support/world.mjs";

const TABS = 10;
const RUNS = Math.min(3, Number(process.env["RUNS"] ?? 3));
const ROWS = [
  { title: "at once", apartMs: 0, reloads: false },
  { title: "100 ms apart", apartMs: 100, reloads: false },
  { title: "reload at once", apartMs: 0, reloads: true },
];
/** Every token has expired after this. */
const LATER_MS = 3_660_000;

/** Exchanges of the refresh token when ten tabs need a token after an hour. @param {import("../support/arm.mjs").Arm[]} arms */
export default (arms) =>
  inWorld(arms, async (world) => {
    const { add, table } = sheet(arms);
    for (const { title, apartMs, reloads } of ROWS) {
      const counts = await inTurn(arms, "tabs", async ({ name, refreshes = "" }) => {
        const runs = [];
        for (let run = 0; run < RUNS; run++) {
          const { context, page } = await world.signedUp("far", name);
          await page.close();
          let exchanges = 0;
          context.on("request", (request) => {
            if (world.isService(request.url()) && request.url().includes(refreshes)) exchanges += 1;
          });
          const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()));
          const open = async (/** @type {import("playwright").Page} */ tab) => {
            await tab.goto(world.address("far", name));
            await firstState(tab);
            await call(tab, "token");
          };
          if (reloads) for (const tab of tabs) await open(tab);
          exchanges = 0;
          await world.elapse(LATER_MS, context);
          await Promise.all(
            tabs.map(async (tab, index) => {
              await tab.waitForTimeout(index * apartMs);
              await open(tab);
            }),
          );
          runs.push(exchanges);
          await context.close();
        }
        return spread(runs);
      });
      add("tabs", title, ({ name }) => counts.get(name) ?? "");
    }
    return [
      table(
        "Token refreshes of ten tabs with an expired session",
        `Median of ${RUNS} (lowest–highest). Services 100 ms away; each tab waits for its first state and asks for a token. A reload aborts an exchange that its tab has under way; another tab then makes a second one.`,
      ),
    ];
  });
