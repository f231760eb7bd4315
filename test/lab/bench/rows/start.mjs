import { sheet, spread } from "../support/arm.mjs";
import { firstState, inTurn, inWorld } from "../support/world.mjs";

const RUNS = Number(process.env["RUNS"] ?? 9);
const ROWS = [
  { title: "services on this machine", place: "near", slowdown: 1 },
  { title: "services 100 ms away", place: "far", slowdown: 1 },
  { title: "services 100 ms away, processor 4 times slower", place: "far", slowdown: 4 },
];

/** The runs of the arms alternate, so that a change of the machine's load meets all. @param {import("../support/arm.mjs").Arm[]} arms */
export default (arms) =>
  inWorld(arms, async (world) => {
    const { add, table } = sheet(arms);
    for (const { title, place, slowdown } of ROWS) {
      const opened = await inTurn(arms, "first-state", async ({ name }) => {
        const { context, page } = await world.signedUp(place, name);
        const client = await context.newCDPSession(page);
        await client.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
        return { context, page, times: /** @type {number[]} */ ([]) };
      });
      for (let run = 0; run < RUNS; run++)
        for (const [name, { page, times }] of opened) {
          await page.reload();
          const { at, isSignedIn } = await firstState(page);
          if (!isSignedIn) throw new Error(`${name} lost its session`);
          times.push(at);
          await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
        }
      for (const { context } of opened.values()) await context.close();
      add("first-state", title, ({ name }) => spread(opened.get(name)?.times ?? [], " ms"));
    }
    return [
      table(
        "Time to the first state with a stored user",
        `From the start of the navigation. Median of ${RUNS} (lowest–highest). The libraries take turns. Without a remark, a library shows what it stored.`,
      ),
    ];
  });
