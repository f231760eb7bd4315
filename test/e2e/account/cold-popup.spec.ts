import { expect, newPerson, test } from "../fixtures.ts";
import { accountMenu, alert, expectHydrated, hold } from "../support.ts";
import { consentAs } from "./popups.ts";

const POPUP_CODE = /\/assets\/(popup\.lazy|identity-client).*\.js$/;
const GOOGLE = "Sign in with Google";

test("the first click opens a provider's window before the page has loaded its popup code", async ({
  page,
}) => {
  const code = await hold(page, POPUP_CODE);
  await page.goto("/auth/signin");
  await expectHydrated(page, "main");
  await code.asked;
  const opened = page.waitForEvent("popup", { timeout: 5_000 });
  await page.getByRole("button", { name: GOOGLE }).click();
  const popup = await opened;
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
  await page.goto("/auth/signin");
  await expectHydrated(page, "main");
  await code.asked;
  const button = page.getByRole("button", { name: GOOGLE });
  const canceled = page.waitForEvent("popup");
  await button.click();
  const first = await canceled;
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => first.isClosed()).toBe(true);
  await expect(alert(page)).toHaveCount(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route(POPUP_CODE, (route) => route.abort());
  await page.goto("/auth/signin");
  await expectHydrated(page, "main");
  const lost = page.waitForEvent("popup");
  await button.click();
  // The window may close before anyone can wait for the event.
  const second = await lost;
  await expect.poll(() => second.isClosed()).toBe(true);
  await expect(alert(page)).toBeVisible();
});
