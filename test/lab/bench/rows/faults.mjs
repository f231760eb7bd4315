import { sheet } from "../support/arm.mjs";
import { corsHeaders } from "../support/double.mjs";
import { atOnce, firstState, inWorld } from "../support/world.mjs";

/** Within this time a library may try again as often as it likes. */
const OUTAGE_MS = 3_000;
/** Every token has expired after this. */
const LATER_MS = 3_660_000;

/** Of Google's services, for the arms that call them. */
const failure = (/** @type {number} */ status, /** @type {string} */ code) => ({
  error: { code: status, message: code, errors: [] },
});
/** @typedef {(route: import("playwright").Route, arm: import("../support/arm.mjs").Arm) => unknown} Fault */

/** @param {number} status @param {string} contentType @param {(arm: import("../support/arm.mjs").Arm) => string} body @returns {Fault} */
const answer = (status, contentType, body) => async (route, arm) =>
  route.fulfill({
    status,
    contentType,
    headers: corsHeaders((await route.request().headerValue("origin")) ?? undefined),
    body: body(arm),
  });
const refuse = (/** @type {number} */ status, /** @type {string} */ code) =>
  answer(status, "application/json", (arm) => JSON.stringify((arm.failure ?? failure)(status, code)));
const page = (/** @type {number} */ status, /** @type {string} */ text) =>
  answer(status, "text/html", () => `<h1>${text}</h1>`);

/** Faults after which a session must continue. @type {[string, Fault][]} */
const FAULTS = [
  ["429", refuse(429, "RESOURCE_EXHAUSTED")],
  ["500", refuse(500, "INTERNAL")],
  ["503", refuse(503, "UNAVAILABLE")],
  ["403, key refused by referrer", refuse(403, "Requests from referer are blocked.")],
  ["400, unknown code", refuse(400, "SOMETHING_NEW")],
  ["502, a page", page(502, "Bad gateway")],
  ["200, a page (captive portal)", page(200, "Sign in")],
  ["200, empty", answer(200, "application/json", () => "")],
  ["connection refused", (route) => route.abort("connectionrefused")],
  ["no answer", () => undefined],
];

/** @type {{ line: "fault" | "expired-fault", title: string, lead: string, elapsedMs: number }[]} */
const TABLES = [
  {
    line: "fault",
    title: "A stored session after a start during a fault",
    lead: "The service fails for three seconds. The page starts in that time and asks for a token; then it starts once more, without the fault. Libraries that send no request in that time keep the session without a test.",
    elapsedMs: 0,
  },
  {
    line: "expired-fault",
    title: "The same with an expired token",
    lead: "An hour has passed, so that every library has to refresh its token during the fault.",
    elapsedMs: LATER_MS,
  },
];

/** @param {import("../support/arm.mjs").Arm[]} arms */
export default (arms) =>
  inWorld(arms, async (world) => {
    const tables = [];
    for (const { line, title, lead, elapsedMs } of TABLES) {
      const { add, table } = sheet(arms);
      for (const [fault, happen] of FAULTS) {
        const opened = await atOnce(arms, line, ({ name }) => world.signedUp("near", name));
        const contexts = [...opened.values()].map(({ context }) => context);
        if (elapsedMs > 0) await world.elapse(elapsedMs, ...contexts);
        const kept = await atOnce(arms, line, async (arm) => {
          const { context, page } = /** @type {Awaited<ReturnType<typeof world.signedUp>>} */ (
            opened.get(arm.name)
          );
          await context.route(
            (url) => world.isService(url.href),
            (route) => happen(route, arm),
          );
          await page.reload();
          await page.evaluate(async () => {
            const { firstState, token } = await window["arm"];
            firstState.then(() => token?.()).catch(() => undefined);
          });
          await page.waitForTimeout(OUTAGE_MS);
          await context.unrouteAll({ behavior: "ignoreErrors" });
          await page.close();
          const next = await context.newPage();
          await next.goto(world.address("near", arm.name));
          const { isSignedIn } = await firstState(next);
          await context.close();
          return isSignedIn;
        });
        add(line, fault, ({ name }) => (kept.get(name) ? "kept" : "**lost**"));
      }
      tables.push(table(title, lead, "fault"));
    }
    return tables;
  });
