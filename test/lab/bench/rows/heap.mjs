import { sheet, spread } from "../support/arm.mjs";
import { inTurn, inWorld } from "../support/world.mjs";

const RUNS = Math.min(3, Number(process.env["RUNS"] ?? 3));
const SIGN_INS = 1_000;
/** Loads and compiles what the first sign-ins need. */
const WARM_UP = 50;

/** @param {import("playwright").CDPSession} client @returns {Promise<number>} bytes in use after a collection */
async function heapOf(client) {
  await client.send("HeapProfiler.collectGarbage");
  const { usedSize } = await client.send("Runtime.getHeapUsage");
  return usedSize;
}

/** @param {import("../support/arm.mjs").Arm[]} arms */
export default (arms) =>
  inWorld(arms, async (world) => {
    const { add, table } = sheet(arms);
    const results = await inTurn(arms, "heap", async ({ name }) => {
      const runs = [];
      for (let run = 0; run < RUNS; run++) {
        const { context, page, email, password } = await world.signedUp("near", name);
        const signInOften = (/** @type {number} */ times) =>
          page.evaluate(
            async ([many, ...credentials]) => {
              const { signIn, leave } = await window["arm"];
              for (let time = 0; time < many; time++) {
                await leave();
                await signIn(...credentials);
              }
            },
            /** @type {const} */ ([times, email, password]),
          );
        const client = await context.newCDPSession(page);
        await signInOften(WARM_UP);
        const before = await heapOf(client);
        await signInOften(SIGN_INS);
        runs.push({ before, after: await heapOf(client) });
        await context.close();
      }
      return runs;
    });
    /** @typedef {{ before: number, after: number }} Run */
    const line = (/** @type {string} */ title, /** @type {(run: Run) => number} */ bytes) =>
      add("heap", title, ({ name }) =>
        spread(
          (results.get(name) ?? []).map((run) => bytes(run) / 1000),
          " kB",
        ),
      );
    line("before", ({ before }) => before);
    line("after", ({ after }) => after);
    line("growth", ({ before, after }) => after - before);
    return [
      table(
        `Heap after ${SIGN_INS.toLocaleString("en")} sign-ins and sign-outs`,
        `JavaScript heap of the page after a garbage collection, before and after. ${WARM_UP} sign-ins come first, so that loaded code does not count. The page and the measurement grow too. Median of ${RUNS} (lowest–highest).`,
      ),
    ];
  });
