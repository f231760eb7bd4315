import { sheet } from "../support/arm.mjs";
import { call, firstState, inTurn, inWorld } from "../support/world.mjs";

const BACKGROUND_MS = 2_000;
const SCRIPT = ".js";

/** @type {["sign-up" | "sign-in" | "stored-start", string][]} */
const STEPS = [
  ["sign-up", "sign-up"],
  ["sign-in", "sign-in"],
  ["stored-start", "start with a stored user"],
];

/** @param {import("../support/arm.mjs").Arm[]} arms */
export default (arms) =>
  inWorld(arms, async (world) => {
    const { add, table } = sheet(arms);
    const counts = await inTurn(arms, "stored-start", async ({ name }) => {
      const context = await world.openContext();
      const page = await context.newPage();
      const { email, password } = world.newPerson();
      let sent = 0;
      context.on("request", (request) => {
        if (world.isService(request.url())) sent += 1;
      });
      const counted = async (/** @type {() => Promise<number>} */ act) => {
        sent = 0;
        const awaited = await act();
        await page.waitForTimeout(BACKGROUND_MS);
        return `${awaited} + ${sent - awaited}`;
      };
      await page.goto(world.address("near", name));
      await firstState(page);
      const signUp = await counted(() => call(page, "register", email, password));
      await call(page, "leave");
      const signIn = await counted(() => call(page, "signIn", email, password));
      const start = await counted(async () => {
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
          /** @type {const} */ ([at, SCRIPT]),
        );
      });
      await context.close();
      return { "sign-up": signUp, "sign-in": signIn, "stored-start": start };
    });
    for (const [line, title] of STEPS) add(line, title, ({ name }) => counts.get(name)?.[line] ?? "");
    return [
      table(
        "Requests",
        "To the library's service: answered when the call resolves, or when the first state is known, then in the background.",
      ),
    ];
  });
