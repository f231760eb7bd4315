import type { Page } from "@playwright/test";
import { expect, test } from "../customer.ts";
import { askToSignOut, newAccount, signOut } from "../session.ts";
import { accountMenu, fillSignIn, hold, signInLink } from "../support.ts";

test.describe("if the browser refuses storage", () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      const refuse = () => {
        throw new Error("blocked");
      };
      Object.defineProperty(window, "indexedDB", { value: { open: refuse } });
    }),
  );

  test("a public page shows the sign-in link, and an account page leads to a sign-in that works", async ({
    page,
    request,
  }) => {
    const ada = await newAccount(request);
    await page.goto("/about");
    await expect(signInLink(page)).toBeVisible();
    await page.goto("/dashboard");
    await expect(page).toHaveURL("/auth/signin");
    await fillSignIn(page, ada);
    await expect(page).toHaveURL("/dashboard");
    await expect(accountMenu(page)).toBeVisible();
  });
});

/** Opens a page, and holds the account menu's code back until it is released. */
const openWithoutMenu = async (page: Page) => {
  const { release } = await hold(page, /\/assets\/account-menu.*\.js$/);
  await page.goto("/about");
  return release;
};

test.describe("signed in", () => {
  test.use({ signedInAs: "verified customer" });

  test("a failed sign-out is reported, and the user can retry the sign-out", async ({ page }) => {
    await page.route(/\/assets\/identity-client.*\.js$/, (route) => route.abort());
    await page.goto("/about");
    await askToSignOut(page);
    await expect(page.getByRole("status").filter({ hasText: "You’re still signed in" })).toBeVisible();
    await expect(accountMenu(page)).toBeVisible();
    await page.unroute(/\/assets\/identity-client.*\.js$/);
    await page.reload();
    await signOut(page);
    await expect(signInLink(page)).toBeVisible();
  });

  test("the account menu works before the code of its library has loaded, and stays open with its first entry focused when it loads", async ({
    page,
  }) => {
    const release = await openWithoutMenu(page);
    await accountMenu(page).press("Enter");
    const banner = page.getByRole("banner");
    await expect(banner.getByRole("link", { name: "Dashboard" })).toBeVisible();
    await expect(banner.getByRole("button", { name: "Sign out" })).toBeVisible();
    release();
    await expect(page.getByRole("menuitem", { name: "Dashboard" })).toBeFocused();
    await expect(banner.getByRole("link", { name: "Dashboard" })).toHaveCount(0);
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Settings" })).toBeFocused();
  });

  test("the account menu works if the code of its library does not load", async ({ page }) => {
    await page.route(/\/assets\/account-menu.*\.js$/, (route) => route.abort());
    await page.goto("/about");
    const banner = page.getByRole("banner");
    await accountMenu(page).click();
    await banner.getByRole("link", { name: "Settings" }).click();
    await expect(page).toHaveURL("/settings/general");
    await expect(banner.getByRole("link", { name: "Settings" })).toHaveCount(0);
    await accountMenu(page).click();
    await banner.getByRole("button", { name: "Sign out" }).click();
    await expect(signInLink(page)).toBeVisible();
  });

  test("a press on the account button opens the menu even if the library's code loads during the press", async ({
    page,
  }) => {
    const release = await openWithoutMenu(page);
    await accountMenu(page).hover();
    await page.mouse.down();
    const loaded = page.waitForResponse(/\/assets\/account-menu.*\.js$/);
    release();
    await (await loaded).finished();
    await page.mouse.up();
    await page.getByRole("menuitem", { name: "Dashboard" }).click();
    await expect(page).toHaveURL("/dashboard");
  });

  test("the account button keeps the focus when the code of its menu loads", async ({ page }) => {
    const release = await openWithoutMenu(page);
    await accountMenu(page).focus();
    const loaded = page.waitForResponse(/\/assets\/account-menu.*\.js$/);
    release();
    await loaded;
    // Only the menu's own button knows whether it is open.
    await expect(accountMenu(page)).toHaveAttribute("data-state", "closed");
    await expect(accountMenu(page)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Dashboard" })).toBeFocused();
  });
});
