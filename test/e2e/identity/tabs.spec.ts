import { expect } from "@playwright/test";
import { launchOptions } from "../../support/browser.mjs";
import { KEY, leaveExpiredSession, openTab, stateOf, storedText, test } from "./fixture/test.ts";

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

test("during ten minutes of 503 responses, three tabs share one attempt per back-off step and keep the user", async ({
  context,
  app,
}) => {
  // The test takes 300 steps of virtual time, and each step waits for three tabs.
  test.setTimeout(180_000);
  await leaveExpiredSession(context, app);
  app.settings.status = 503;
  await context.clock.install();
  const tabs = await Promise.all(Array.from({ length: 3 }, () => openTab(context, app)));
  await expect.poll(() => app.counts.exchanges.length).toBe(1);
  // The steps are shorter than the storage deadline, so that the virtual clock does not pass it while storage works
  // in real time.
  for (let second = 0; second < 600; second += 2) {
    await context.clock.runFor(2000);
    // This read waits for all storage requests of the step, because the database answers in order.
    await Promise.all(tabs.map(storedText));
  }
  // The exchanges are at 0, 30, 90, 210 and 450 s.
  expect(app.counts.exchanges).toHaveLength(5);
  for (const page of tabs) {
    expect(await stateOf(page)).toMatchObject({
      status: "signed-in",
      connection: "reconnecting",
      user: { uid: "ada" },
    });
  }
  const [page] = tabs;
  if (page) expect(await storedText(page)).toContain("refresh-of-ada");
});

test("a start with a stored session shows the user before any request is answered", async ({
  context,
  app,
}) => {
  await leaveExpiredSession(context, app);
  app.settings.delayMs = 60_000;
  const page = await openTab(context, app);
  await expect.poll(() => stateOf(page)).toMatchObject({ status: "signed-in", user: { uid: "ada" } });
});

test("a sign-in or sign-out in one tab applies to all tabs, and the sign-out leaves no token in storage", async ({
  context,
  app,
}) => {
  const [one, two] = [await openTab(context, app), await openTab(context, app)];
  await one.evaluate(() =>
    window.fixture.identity.signInWithPassword(window.fixture.client, {
      email: "ada@example.com",
      password: "correct horse",
    }),
  );
  await expect.poll(() => stateOf(two)).toMatchObject({ status: "signed-in" });
  await two.evaluate(() => window.fixture.identity.signOut(window.fixture.client));
  await expect.poll(() => stateOf(one)).toEqual({ status: "signed-out" });
  expect(await storedText(one)).not.toContain("refresh-of-ada");
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
  expect(await one.evaluate(() => "isTheSame" in window), "the page was restored, not reloaded").toBe(true);
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
