import { expect, type Page } from "@playwright/test";
import { launchOptions } from "../../support/browser.mjs";
import { KEY, leaveExpiredSession, openTab, stateOf, test } from "./fixture/test.ts";

const TABS = 10;

test("ten tabs that share one expired session make exactly one exchange", async ({ context, app }) => {
  await leaveExpiredSession(context, app);
  app.settings.delayMs = 300;
  const tabs = await Promise.all(Array.from({ length: TABS }, () => openTab(context, app)));
  const tokens = await Promise.all(
    tabs.map((page) => page.evaluate(() => window.fixture.identity.getIdToken(window.fixture.client))),
  );
  expect(new Set(tokens).size).toBe(1);
  expect(app.counts.exchanges).toHaveLength(1);
});

test("closing a tab during its exchange costs at most one more exchange, and the user stays signed in", async ({
  context,
  app,
}) => {
  await leaveExpiredSession(context, app);
  app.settings.delayMs = 1500;
  const begun = new Promise<void>((resolve) => app.onExchange(resolve));
  const first = await openTab(context, app);
  await begun;
  const others = await Promise.all(Array.from({ length: 4 }, () => openTab(context, app)));
  await first.close();
  const tokens = await Promise.all(
    others.map((page) => page.evaluate(() => window.fixture.identity.getIdToken(window.fixture.client))),
  );
  expect(new Set(tokens).size).toBe(1);
  expect(app.counts.exchanges.length).toBeLessThanOrEqual(2);
});

test("a page restored from the back-forward cache shows a sign-out that happened meanwhile", async ({
  playwright,
  app,
}) => {
  // The test runner turns the cache off for all its browsers, and the headless shell has none; this browser has it
  // on, like real ones.
  const browser = await playwright.chromium.launch({
    ...launchOptions(process.env["TALLYBIN_BROWSER"] ?? ""),
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  const context = await browser.newContext();
  const [one, two] = [await openTab(context, app), await openTab(context, app)];
  await two.evaluate(() =>
    window.fixture.identity.signInWithPassword(window.fixture.client, {
      email: "ada@example.com",
      password: "correct horse",
    }),
  );
  await expect.poll(() => stateOf(one)).toMatchObject({ status: "signed-in" });
  await one.evaluate(() => Object.assign(window, { isTheSame: true }));

  await one.goto(app.elsewhere);
  // Change only storage, because a message on the channel would make the browser drop the page from its cache.
  await two.evaluate((key) => window.fixture.identity.indexedDbPersistence().remove(key, () => true), KEY);
  await one.goBack({ waitUntil: "commit" });
  // A page that was reloaded instead tells the browser's reasons.
  const restored = () => "isTheSame" in window || performance.getEntriesByType("navigation")[0]?.toJSON();
  expect(await one.evaluate(restored)).toBe(true);
  await expect.poll(() => stateOf(one)).toEqual({ status: "signed-out" });
  await browser.close();
});

test("a focus change inside the page does not count as a wake, but a page that becomes visible does", async ({
  context,
  app,
}) => {
  const page = await openTab(context, app);
  const wakings = () =>
    page.evaluate(() => window.fixture.events.filter(({ type }) => type === "woke-up").length);
  const before = await wakings();
  for (let times = 0; times < 3; times += 1)
    for (const name of ["#popup", "#redirect"]) await page.locator(name).focus();
  expect(await wakings()).toBe(before);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  expect(await wakings()).toBe(before + 1);
});

/** `undefined` also while the page loads. */
const uidOf = (page: Page) =>
  page.evaluate(() => ("fixture" in window ? window.fixture.outcome.uid : undefined));
const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test("a redirect to a provider on another origin signs the user in once and returns to the requested path", async ({
  context,
  app,
}) => {
  const page = await openTab(context, app);
  await page.getByRole("button", { name: "Go and sign in" }).click();
  await page.locator("#allow").click();
  await expect(page).toHaveURL(`${app.origin}/back?tab=1`);
  await expect.poll(() => uidOf(page)).toBe("ada");
  expect(await stateOf(page)).toMatchObject({ status: "signed-in", user: { uid: "ada" } });
  expect(await kept(page)).toBe("{}");

  const calls = app.counts.others;
  await page.reload();
  await expect.poll(() => uidOf(page)).toBe("nobody");
  await expect.poll(() => stateOf(page)).toMatchObject({ status: "signed-in", user: { uid: "ada" } });
  // A start makes one lookup, and does not send the provider's response again.
  await expect.poll(() => app.counts.others).toBe(calls + 1);
});
