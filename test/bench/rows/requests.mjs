import { call, firstState, inWorld } from "../support/world.mjs";

const STEPS = ["sign-up", "sign-in", "start with a stored user"];

const BACKGROUND_MS = 2_000;

/** @param {import("../support/arm.mjs").Arm[]} all */
export default (all) =>
  inWorld(all, async (world, arms) => {
    /** @type {string[][]} */
    const rows = STEPS.map((step) => [step]);
    for (const { name } of arms) {
      const context = await world.browser.newContext();
      const page = await context.newPage();
      const { email, password } = world.newPerson();
      let sent = 0;
      context.on("request", (request) => {
        if (world.isCall(request)) sent += 1;
      });
      const counted = async (/** @type {number} */ row, /** @type {() => Promise<number>} */ act) => {
        sent = 0;
        const awaited = await act();
        await page.waitForTimeout(BACKGROUND_MS);
        rows[row]?.push(`${awaited} + ${sent - awaited}`);
      };
      await page.goto(world.address("near", name));
      await firstState(page);
      await counted(0, () => call(page, "register", email, password));
      await call(page, "leave");
      await counted(1, () => call(page, "signIn", email, password));
      await counted(2, async () => {
        await page.reload();
        const { at } = await firstState(page);
        return page.evaluate(
          ([until, script]) =>
            performance
              .getEntriesByType("resource")
              .filter(
                (entry) =>
                  !entry.name.includes(script) && "responseEnd" in entry && entry.responseEnd <= until,
              ).length,
          /** @type {const} */ ([at, ".js"]),
        );
      });
      await context.close();
    }
    return [
      {
        title: "Requests to the identity service: answered when the call resolves + in the background",
        columns: ["", ...arms.map(({ name, version }) => `${name} ${version}`)],
        rows,
      },
    ];
  });
