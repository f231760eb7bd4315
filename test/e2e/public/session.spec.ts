import { expect, newPerson, test } from "../customer.ts";
import { askToSignOut, signOut } from "../session.ts";
import { accountMenu, createAccount, fillSignIn, signInLink } from "../support.ts";

test.describe("if the browser refuses storage", () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      const refuse = () => {
        throw new Error("blocked");
      };
      Object.defineProperty(window, "indexedDB", { value: { open: refuse } });
    }),
  );

  test("a public page shows the sign-in link if the browser refuses storage", async ({ page }) => {
    await page.goto("/about");
    await expect(signInLink(page)).toBeVisible();
  });

  test("an account page leads to a sign-in that works although the browser refuses storage", async ({
    page,
    request,
  }) => {
    const ada = newPerson();
    await createAccount(request, ada);
    await page.goto("/dashboard");
    await expect(page).toHaveURL("/auth/signin");
    await fillSignIn(page, ada);
    await expect(page).toHaveURL("/dashboard");
    await expect(accountMenu(page)).toBeVisible();
  });
});

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

  test("the account menu opens by a key with its first entry focused, and follows the keys of a menu", async ({
    page,
  }) => {
    await page.goto("/about");
    const item = (name: string) => page.getByRole("menuitem", { name });
    const press = async (key: string, name: string) => {
      await page.keyboard.press(key);
      await expect(item(name), key).toBeFocused();
    };
    await accountMenu(page).focus();
    await press("Enter", "Dashboard");
    await press("ArrowDown", "Settings");
    await expect(item("Settings"), "the focus is visible").toHaveCSS("outline-style", "solid");
    await press("End", "Sign out");
    await press("ArrowDown", "Dashboard");
    await press("ArrowUp", "Sign out");
    await press("Home", "Dashboard");
    await press("s", "Settings");
    await press("S", "Sign out");
    await page.keyboard.press("Escape");
    await expect(accountMenu(page)).toBeFocused();
    await expect(page.getByRole("menu")).toHaveCount(0);
    await press("ArrowDown", "Dashboard");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("menu"), "the focus has left it").toHaveCount(0);
    await accountMenu(page).focus();
    await page.keyboard.press("ArrowDown");
    await press("ArrowDown", "Settings");
    await page.keyboard.press("Space");
    await expect(page).toHaveURL("/settings/general");
  });

  test("a second press on the account button and a press outside close the menu", async ({ page }) => {
    await page.goto("/about");
    const menu = page.getByRole("menu");
    await accountMenu(page).click();
    await expect(menu).toBeVisible();
    await accountMenu(page).click();
    await expect(menu).toHaveCount(0);
    await accountMenu(page).click();
    await expect(menu).toBeVisible();
    await page.mouse.click(10, 400);
    await expect(menu).toHaveCount(0);
  });

  test("at 360 px, the account menu lies inside the window", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/about");
    await accountMenu(page).click();
    const box = await page.getByRole("menu").boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  });
});
