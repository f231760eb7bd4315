import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "../customer.ts";
import { newAccount } from "../session.ts";
import { accountMenu, fillSignIn, hold, signInLink } from "../support.ts";

/** Signs in while the dashboard's code is held back: the user has a session, and the page has not arrived. */
const signInAhead = async (page: Page, request: APIRequestContext) => {
  const ada = await newAccount(request);
  const { asked, release } = await hold(page, /\/assets\/dashboard-page.*\.js$/);
  await page.goto("/auth/signin");
  await fillSignIn(page, ada);
  await asked;
  await expect(accountMenu(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 }), "the sign-in page is gone").toHaveCount(0);
  return { release };
};

const dashboard = (page: Page) => page.getByRole("heading", { level: 1, name: "Hello" });

test("the open account menu stays open when the next page finishes loading", async ({ page, request }) => {
  const { release } = await signInAhead(page, request);
  await accountMenu(page).click();
  const entry = page.getByRole("menuitem", { name: "Sign out" });
  await entry.hover();
  await page.mouse.down();
  release();
  await expect(dashboard(page)).toBeVisible();
  await page.mouse.up();
  await expect(signInLink(page)).toBeVisible();
});

test.describe("signed in", () => {
  test.use({ signedInAs: "verified customer" });

  test("going back closes an open account menu and moves the focus to the page", async ({ page }) => {
    await page.goto("/about");
    await expect(accountMenu(page)).toBeVisible();
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
    await expect(page).toHaveURL("/contact");
    await accountMenu(page).click();
    const entry = page.getByRole("menuitem", { name: "Sign out" });
    await expect(entry).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Built for impact.");
    await expect(entry).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the open menu of a phone stays open when the next page finishes loading", async ({
    page,
    request,
  }) => {
    const { release } = await signInAhead(page, request);
    const toggle = page.getByRole("banner").getByRole("button", { name: /menu$/ });
    await toggle.press("Enter");
    release();
    await expect(dashboard(page)).toBeVisible();
    await expect(toggle).toHaveAttribute("aria-expanded", "true");
    await expect(toggle).toBeFocused();
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "About" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page).toHaveURL("/about");
    await expect(toggle).toHaveAttribute("aria-expanded", "false");
  });
});
