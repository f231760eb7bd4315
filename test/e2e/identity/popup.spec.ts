import { type BrowserContext, expect, type Page } from "@playwright/test";
import { paired, pairwise } from "../matrix.ts";
import type { FixtureServer } from "./fixture/server.ts";
import { stateOf, test } from "./fixture/test.ts";

const NONE = "";
const ALLOW = "same-origin-allow-popups";
const STRICT = "same-origin";

/** Opener policies of the application, the provider and the callback page. */
const POLICIES = [NONE, ALLOW, STRICT];
const called = (policy: string) => policy || "none";

const outcomeOf = (page: Page) => page.evaluate(() => window.fixture.outcome);

/**
 * Playwright gives every page the focus. In a real browser a popup takes it, and closing the popup returns it: a
 * popup that reads as closed while the page has the focus counts as closed by the user.
 */
const focusPopups = (page: Page) =>
  page.addInitScript(() => {
    const open = window.open.bind(window);
    window.open = (...given) => {
      const popup = open(...given);
      document.hasFocus = () => false;
      Object.assign(window, { popupUnderTest: popup });
      return popup;
    };
  });

const openFocusing = async (context: BrowserContext, app: FixtureServer): Promise<Page> => {
  const page = await context.newPage();
  await focusPopups(page);
  await page.goto(app.origin);
  return page;
};

const outcomeIs = (page: Page, outcome: Record<string, unknown>) =>
  expect.poll(() => outcomeOf(page), { intervals: [50] }).toMatchObject(outcome);

const open = async (page: Page): Promise<Page> => {
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const popup = await opened;
  await popup.locator("#allow").waitFor();
  return popup;
};

test.describe("a popup with the provider on another origin signs in", () => {
  for (const [appPolicy, providerPolicy, callbackPolicy] of pairwise(POLICIES, POLICIES, POLICIES)) {
    const name = `application ${called(appPolicy)}, provider ${called(providerPolicy)}, callback ${called(callbackPolicy)}`;
    test(`a popup completes the sign-in under the opener policies: ${name}`, async ({ context, app }) => {
      Object.assign(app.settings, { appPolicy, providerPolicy, callbackPolicy });
      const page = await openFocusing(context, app);
      const popup = await open(page);
      const gone = popup.waitForEvent("close");
      await popup.locator("#allow").click();
      await outcomeIs(page, { uid: "ada" });
      expect(await stateOf(page)).toMatchObject({ status: "signed-in", user: { uid: "ada" } });
      await gone;
    });
  }
});

test("a popup that reaches the application instead of the callback page logs a warning, and its opener gets an error", async ({
  context,
  app,
}) => {
  app.settings.hasCallback = false;
  const page = await openFocusing(context, app);
  const popup = await open(page);
  const warning = popup.waitForEvent("console", (message) => message.text().includes("callbackUrl"));
  await popup.locator("#allow").click();
  await outcomeIs(page, { code: "argument-error", detail: expect.stringMatching(/^callbackUrl has /) });
  expect((await warning).type()).toBe("warning");
  expect(popup.isClosed()).toBe(false);
});

/** Delays at the provider: before the first poll, and after it. */
const MOMENTS_MS = [0, 2600];

test.describe("a popup that the user closes is noticed within 4 s", () => {
  // The callback page is never reached, so its policy has no effect here.
  for (const [[appPolicy, providerPolicy], afterMs] of paired(paired(POLICIES, POLICIES), MOMENTS_MS)) {
    const name = `application ${called(appPolicy)}, provider ${called(providerPolicy)}, after ${afterMs} ms`;
    test(`the page notices that the user closed the popup, under the opener policies: ${name}`, async ({
      context,
      app,
    }) => {
      Object.assign(app.settings, { appPolicy, providerPolicy });
      const page = await context.newPage();
      await page.clock.install();
      await focusPopups(page);
      await page.goto(app.origin);
      const popup = await open(page);
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
      await page.clock.fastForward(afterMs);
      await popup.close();
      await expect
        .poll(() => page.evaluate(() => Reflect.get(Reflect.get(window, "popupUnderTest"), "closed")), {
          intervals: [50],
        })
        .toBe(true);
      await page.evaluate(() => {
        document.hasFocus = () => true;
      });
      await page.clock.runFor(4000);
      await outcomeIs(page, { code: "popup-closed-by-user" });
    });
  }
});
