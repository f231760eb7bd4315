import type { Page } from "@playwright/test";
import { expect, test } from "../customer.ts";
import { askToSignOut, signOut } from "../session.ts";
import { accountMenu } from "../support.ts";
import { expectAccessible, SETTINGS } from "./support.ts";

test.use({ signedInAs: "unverified" });

const signedOut = (page: Page) => page.getByRole("status").filter({ hasText: "You’re signed out." });

test.describe("next steps after an outcome", () => {
  test("a sign-out from an account page is confirmed on a sign-in page without a return target, and going back shows no account page", async ({
    page,
  }) => {
    await page.goto("/dashboard");
    await expect(accountMenu(page)).toBeVisible();
    await page.goto(SETTINGS);
    await signOut(page);
    await expect(page).toHaveURL("/auth/signin");
    await expect(signedOut(page)).toBeVisible();
    await expectAccessible(page, "signed out");
    await page.goBack();
    await expect(page).toHaveURL(/\/auth\/signin/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome back");
    await expect(accountMenu(page)).toHaveCount(0);
  });

  test("a sign-out on a public page is confirmed on that page", async ({ page }) => {
    await page.goto("/about");
    await askToSignOut(page);
    await expect(signedOut(page)).toBeVisible();
    await expect(page).toHaveURL("/about");
    await expectAccessible(page, "signed out on a public page");
    await page.getByRole("banner").getByRole("link", { name: "Solutions" }).click();
    await expect(page.getByText("You’re signed out.")).toHaveCount(0);
  });
});
