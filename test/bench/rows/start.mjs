import { spread } from "../support/arm.mjs";
import { call, firstState, inWorld } from "../support/world.mjs";

const RUNS = Number(process.env["RUNS"] ?? 9);
const ROWS = [
  { title: "services on this machine", place: "near", slowdown: 1 },
  { title: "services 100 ms away", place: "far", slowdown: 1 },
  { title: "services 100 ms away, processor 4 times slower", place: "far", slowdown: 4 },
];

/**
 * The time from the start of the navigation to the first known state.
 * @param {import("../support/arm.mjs").Arm[]} all
 */
export default (all) =>
  inWorld(all, async (world, arms) => {
    const rows = [];
    for (const { title, place, slowdown } of ROWS) {
      const times = [];
      for (const { name } of arms) {
        const context = await world.browser.newContext();
        const page = await context.newPage();
        const { email, password } = world.newPerson();
        await page.goto(world.address(place, name));
        await firstState(page);
        await call(page, "register", email, password);
        const client = await context.newCDPSession(page);
        await client.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
        const runs = [];
        for (let run = 0; run < RUNS; run++) {
          await page.reload();
          const { at, isSignedIn } = await firstState(page);
          if (!isSignedIn) throw new Error(`${name} lost its session`);
          runs.push(at);
        }
        times.push(spread(runs, " ms"));
        await context.close();
      }
      rows.push([title, ...times]);
    }
    return [
      {
        title: `Time to the first state with a stored user: median of ${RUNS} (lowest–highest)`,
        columns: ["", ...arms.map(({ name, version }) => `${name} ${version}`)],
        rows,
      },
    ];
  });
