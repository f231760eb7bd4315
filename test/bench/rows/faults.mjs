import { call, firstState, inWorld } from "../support/world.mjs";

const OUTAGE_MS = 3_000;
const error = (/** @type {number} */ status, /** @type {string} */ message) => ({
  status,
  contentType: "application/json",
  headers: { "access-control-allow-origin": "*" },
  body: JSON.stringify({ error: { code: status, message, errors: [] } }),
});
const answer = (/** @type {object} */ response) => (/** @type {import("playwright").Route} */ route) =>
  route.fulfill({ headers: { "access-control-allow-origin": "*" }, ...response });

/** Faults after which a session must continue. @type {[string, (route: import("playwright").Route) => unknown][]} */
const FAULTS = [
  ["429", answer(error(429, "RESOURCE_EXHAUSTED"))],
  ["500", answer(error(500, "INTERNAL"))],
  ["503", answer(error(503, "UNAVAILABLE"))],
  ["403, key refused by referrer", answer(error(403, "Requests from referer are blocked."))],
  ["400, unknown code", answer(error(400, "SOMETHING_NEW"))],
  ["502, a page", answer({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" })],
  [
    "200, a page (captive portal)",
    answer({ status: 200, contentType: "text/html", body: "<h1>Sign in</h1>" }),
  ],
  ["200, empty", answer({ status: 200, contentType: "application/json", body: "" })],
  ["connection refused", (route) => route.abort("connectionrefused")],
  ["no answer", () => undefined],
];

/** A start during each fault, then one without. @param {import("../support/arm.mjs").Arm[]} all */
export default (all) =>
  inWorld(all, async (world, arms) => {
    const rows = [];
    for (const [title, fault] of FAULTS) {
      const kept = [];
      for (const { name } of arms) {
        const context = await world.browser.newContext();
        const page = await context.newPage();
        const { email, password } = world.newPerson();
        await page.goto(world.address("near", name));
        await firstState(page);
        await call(page, "register", email, password);
        const isCall = (/** @type {URL} */ url) => world.isService(url.href);
        await context.route(isCall, fault);
        await page.reload();
        await page.waitForTimeout(OUTAGE_MS);
        await context.unrouteAll({ behavior: "ignoreErrors" });
        await page.close();
        const next = await context.newPage();
        await next.goto(world.address("near", name));
        kept.push((await firstState(next)).isSignedIn ? "kept" : "**lost**");
        await context.close();
      }
      rows.push([title, ...kept]);
    }
    return [
      {
        title: "A stored session after a start during a fault of the identity service",
        columns: ["fault", ...arms.map(({ name, version }) => `${name} ${version}`)],
        rows,
      },
    ];
  });
