import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test as base, openTab, stateOf } from "../../../e2e/identity/fixture/test.ts";

const POLICIES = ["", "same-origin-allow-popups", "same-origin"];

/** The first poll of the popup is after 2 s. An isolated popup then reads as closed. */
const PAST_FIRST_LOOK_MS = 2600;
/** The caller of a closed popup is informed within this time. */
const TOLD_MS = 4000;

const matrix = POLICIES.flatMap((appPolicy) =>
  POLICIES.flatMap((providerPolicy) =>
    POLICIES.map((callbackPolicy) => ({ appPolicy, providerPolicy, callbackPolicy })),
  ),
);
const called = (policy: string) => policy || "none";

const showRealFocus = async (context: BrowserContext, page: Page) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setFocusEmulationEnabled", { enabled: false });
};

const test = base.extend({
  context: async ({ context }, use) => {
    context.on("page", (page) => void showRealFocus(context, page).catch(() => undefined));
    await use(context);
  },
});

const outcomeOf = (page: Page) => page.evaluate(() => window.fixture.outcome);
const hasFocus = (page: Page) => page.evaluate(() => document.hasFocus());

const open = async (page: Page): Promise<Page> => {
  await page.bringToFront();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const popup = await opened;
  await popup.locator("#allow").waitFor();
  await expect.poll(() => hasFocus(page), "the popup takes the focus").toBe(false);
  return popup;
};

for (const policies of matrix) {
  const { appPolicy, providerPolicy, callbackPolicy } = policies;
  const name = `application ${called(appPolicy)}, provider ${called(providerPolicy)}, callback ${called(callbackPolicy)}`;
  test(`the page gets the response of a popup that stayed open, under the opener policies: ${name}`, async ({
    context,
    app,
  }) => {
    Object.assign(app.settings, policies);
    const page = await openTab(context, app);
    const popup = await open(page);
    await popup.waitForTimeout(PAST_FIRST_LOOK_MS);
    expect(await outcomeOf(page)).not.toHaveProperty("code");
    await popup.locator("#allow").click();
    await expect.poll(() => outcomeOf(page)).toMatchObject({ uid: "ada" });
  });
}

for (const { callbackPolicy, ...policies } of matrix) {
  // The callback page is never reached, so its policy has no effect here.
  if (callbackPolicy !== "") continue;
  const name = `application ${called(policies.appPolicy)}, provider ${called(policies.providerPolicy)}`;
  for (const afterMs of [0, PAST_FIRST_LOOK_MS]) {
    test(`the page notices within 4 s that its popup was closed after ${afterMs} ms, under the opener policies: ${name}`, async ({
      context,
      app,
    }) => {
      Object.assign(app.settings, policies);
      const page = await openTab(context, app);
      const popup = await open(page);
      await popup.waitForTimeout(afterMs);
      await popup.close();
      await expect
        .poll(() => outcomeOf(page), { timeout: TOLD_MS, intervals: [100] })
        .toMatchObject({ code: "popup-closed-by-user" });
    });
  }
}

test("the late response of a severed popup signs in a user who had returned to the page", async ({
  context,
  app,
}) => {
  app.settings.providerPolicy = "same-origin";
  const page = await openTab(context, app);
  const popup = await open(page);
  await expect.poll(() => outcomeOf(page)).toEqual({ isSevered: true });
  await page.bringToFront();
  await expect.poll(() => outcomeOf(page)).toMatchObject({ code: "popup-closed-by-user" });
  await popup.bringToFront();
  await popup.locator("#allow").click();
  await expect.poll(() => stateOf(page)).toMatchObject({ status: "signed-in", user: { uid: "ada" } });
});
