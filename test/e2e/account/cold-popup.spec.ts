import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../fixtures.ts";
import { accountMenu, alert, expectHydrated, hold } from "../support.ts";
import { consentAs } from "./popups.ts";

const POPUP_CODE = /\/assets\/(popup\.lazy|identity-client).*\.js$/;
const GOOGLE = "Sign in with Google";

const openForm = async (page: Page) => {
  await page.goto("/auth/signin");
  await expectHydrated(page, "main");
};
/** Clicks before the page has the code for popups, and returns the window, which may close before anyone can wait for it. */
const openEarly = async (page: Page) => {
  const opened = page.waitForEvent("popup", { timeout: 5_000 });
  await page.getByRole("button", { name: GOOGLE }).click();
  return opened;
};

test("the first click opens a provider's window before the page has loaded its popup code", async ({
  page,
}) => {
  const code = await hold(page, POPUP_CODE);
  await openForm(page);
  await code.asked;
  const popup = await openEarly(page);
  await expect(popup.getByText("Opening the sign-in page…")).toBeVisible();
  code.release();
  await popup.getByRole("heading", { name: /pretend|Sign in with/ }).waitFor();
  await consentAs(popup, newPerson().email);
  await expect(accountMenu(page)).toBeVisible();
});

test("a provider's window closes if the page cannot load its popup code, or if the user cancels", async ({
  page,
}) => {
  const code = await hold(page, POPUP_CODE);
  await openForm(page);
  await code.asked;
  const canceled = await openEarly(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => canceled.isClosed()).toBe(true);
  await expect(page.getByRole("button", { name: GOOGLE })).toBeEnabled({ timeout: 10_000 }); // the code has 30 s
  await expect(alert(page)).toHaveCount(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route(POPUP_CODE, (route) => route.abort());
  await openForm(page);
  const lost = await openEarly(page);
  await expect.poll(() => lost.isClosed()).toBe(true);
  await expect(alert(page)).toBeVisible();
});
