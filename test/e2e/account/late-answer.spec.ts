import type { Page } from "@playwright/test";
import { expect, newPerson, test } from "../fixtures.ts";
import { newAccount } from "../session.ts";
import { accountMenu, signInLink } from "../support.ts";
import { codeField, confirm } from "./factors.ts";
import { answerLate, GRACE_MS, openInStoppedTime, openPopup, POLL_MS, sever } from "./popups.ts";
import { appCode, fromScenario } from "./support.ts";

/** Opens a provider's window and lets the page count it as closed, although it stays open. */
const giveUp = async (page: Page, provider: string): Promise<Page> => {
  await openInStoppedTime(page, "/auth/signin");
  const popup = await openPopup(page, `Sign in with ${provider}`);
  await sever(page, popup);
  await page.clock.fastForward(POLL_MS);
  await page.clock.fastForward(GRACE_MS);
  await expect(page.getByText("closed before you finished")).toBeVisible();
  await page.clock.resume();
  return popup;
};

test.describe("a response of a window that counted as closed", () => {
  test("a late response from a popup that counted as closed completes the sign-in", async ({ page }) => {
    const ada = newPerson();
    const popup = await giveUp(page, "Google");
    await answerLate(page, popup, ada.email);
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByRole("main")).toContainText(ada.email);
    expect(await page.evaluate(() => localStorage.getItem("lastUsedAuthProvider"))).toBe("google");
  });

  test("a late response for an account with a second factor asks for the second factor", async ({
    page,
    request,
  }) => {
    const tom = await fromScenario(request, "second factor");
    const popup = await giveUp(page, "Google");
    await answerLate(page, popup, tom.email);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two-step verification");
    await codeField(page).fill(await appCode(request, tom.email));
    await confirm(page).click();
    await expect(page).toHaveURL("/dashboard");
  });

  test("a late response for the address of an existing account offers to link the provider", async ({
    page,
    request,
  }) => {
    const ada = await newAccount(request);
    const popup = await giveUp(page, "GitHub");
    await answerLate(page, popup, ada.email, { isVouchedFor: false });
    await expect(page.getByText(`An account for ${ada.email} already exists`)).toBeVisible();
    const note = page.getByText("closed before you finished");
    await expect(note, "the closed window is no longer mentioned").toHaveCount(0);
    await page.reload();
    await expect(signInLink(page)).toBeVisible();
    await expect(accountMenu(page)).toHaveCount(0);
  });
});
