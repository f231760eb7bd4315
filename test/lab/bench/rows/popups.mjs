import { sheet, spread } from "../support/arm.mjs";
import { atOnce, firstState, inTurn, inWorld } from "../support/world.mjs";

const RUNS = Math.min(5, Number(process.env["RUNS"] ?? 5));
const PATIENCE_MS = 30_000;
const BACKGROUND_MS = 2_000;
const KINDS = /** @type {const} */ ([
  ["call", "calls of the service"],
  ["page", "pages and scripts of the site or the auth domain"],
  ["foreign", "scripts of third parties"],
]);

/** @typedef {import("../support/world.mjs").World} World */

/** @param {World} world @param {string} name */
async function openPage(world, name) {
  const context = await world.openContext();
  await context.route("https://apis.google.com/js/api.js*", async (route) =>
    route.fulfill({ response: await route.fetch({ url: `${world.localServices}/emulator/auth/gapi.js` }) }),
  );
  const page = await context.newPage();
  await page.goto(world.address("popup", name));
  await firstState(page);
  return { context, page };
}

/** Opens the popup by a click, and waits for the page of the provider. @param {import("playwright").Page} page */
async function openPopup(page) {
  const opening = page.waitForEvent("popup");
  await page.click("#popup");
  const popup = await opening;
  await popup.waitForURL(/\/__local\/consent|\/auth\/handler|authorize\?/, { waitUntil: "load" });
  return popup;
}

/** @param {World} world @param {import("playwright").Request} request @returns {"call" | "page" | "foreign" | "provider"} */
function kindOf(world, request) {
  const { pathname } = new URL(request.url());
  if (pathname.startsWith("/__local/")) return "provider";
  if (/googleapis\.com/.test(pathname)) return "call";
  return world.isService(request.url()) || request.url().startsWith(`${world.origin}/`) ? "page" : "foreign";
}

/** Signs in by popup twice in one page. @param {World} world @param {string} name */
async function countRequests(world, name) {
  const { context, page } = await openPage(world, name);
  const { email } = world.newPerson();
  const popups = [];
  for (const isFirst of [true, false]) {
    const counts = { call: 0, page: 0, foreign: 0, provider: 0 };
    const count = (/** @type {import("playwright").Request} */ request) => {
      counts[kindOf(world, request)] += 1;
    };
    context.on("request", count);
    const popup = await openPopup(page);
    if (isFirst) await popup.fill("#email-input", email);
    await popup.click(isFirst ? "button[value=add]" : `button.person:has-text("${email}")`);
    await page.waitForFunction(() => window["outcome"]?.isSignedIn);
    await page.waitForTimeout(BACKGROUND_MS);
    context.off("request", count);
    popups.push(counts);
    await page.evaluate(async () => {
      window["outcome"] = undefined;
      await (await window["arm"]).leave();
    });
  }
  await context.close();
  return popups;
}

/** @param {World} world @param {string} name @returns {Promise<number>} infinite if it is not noticed */
async function timeClosing(world, name) {
  const { context, page } = await openPage(world, name);
  const popup = await openPopup(page);
  const closedAt = Date.now();
  await popup.close();
  const outcome = await page
    .waitForFunction(() => window["outcome"], null, { timeout: PATIENCE_MS })
    .then(
      (handle) => handle.jsonValue(),
      () => ({ at: Number.POSITIVE_INFINITY }),
    );
  await context.close();
  return outcome.at - closedAt;
}

/** @param {import("../support/arm.mjs").Arm[]} arms */
export default (arms) =>
  inWorld(arms, async (world) => {
    const requests = sheet(arms);
    const counted = await inTurn(arms, "popup", ({ name }) => countRequests(world, name));
    for (const [index, which] of ["first", "second"].entries())
      for (const [kind, title] of KINDS)
        requests.add("popup", `${which} popup: ${title}`, ({ name }) =>
          String(counted.get(name)?.[index]?.[kind] ?? ""),
        );

    const closed = sheet(arms);
    /** @type {Map<string, number[]>} */
    const times = new Map(arms.map(({ name }) => [name, []]));
    for (let run = 0; run < RUNS; run++) {
      const measured = await atOnce(arms, "closed-popup", ({ name }) => timeClosing(world, name));
      for (const [name, time] of measured) times.get(name)?.push(time);
    }
    closed.add("closed-popup", "the sign-in fails after", ({ name }) => {
      const own = times.get(name) ?? [];
      return own.every(Number.isFinite) ? spread(own, " ms") : `not within ${PATIENCE_MS / 1000} s`;
    });
    return [
      requests.table(
        "Requests of a popup",
        "Sign-in with Google on one page, twice, with a sign-out between. The provider's own pages are not counted. No script of a third party is fetched in this run: a local copy answers. The local services' copy of Google's sign-in page makes no calls; Google's makes some, so firebase's calls are a lower bound.",
      ),
      closed.table(
        "Time until a closed popup is noticed",
        `Opened by a click, closed when the provider's page has loaded. Median of ${RUNS} (lowest–highest).`,
      ),
    ];
  });
