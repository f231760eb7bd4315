import { expect, test } from "../fixtures.ts";
import { expectAccessible, open } from "./support.ts";

test("the skip link moves the focus past the header", async ({ page }) => {
  await open(page, "/about");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#content$/);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").locator(":focus")).toBeVisible();
});

test("a keyboard user opens and closes a phone's menu, whose links do not trap the focus", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, "/");
  const toggle = page.getByRole("button", { name: /menu/ });
  const menu = page.getByRole("navigation", { name: "Menu" });
  await toggle.focus();
  await page.keyboard.press("Enter");
  await expect(menu).toBeVisible();
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await expectAccessible(page, "menu open");
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(toggle).toBeFocused();

  await page.keyboard.press("Enter");
  const links = menu.getByRole("link");
  await expect(links).toHaveText(["Home", "Solutions", "About", "Technology", "Sign in"]);
  await expect(links.first()).toHaveAttribute("aria-current", "page");
  for (const _ of [1, 2, 3, 4, 5]) await page.keyboard.press("Tab");
  await expect(links.last()).toBeFocused();
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  await menu.getByRole("link", { name: "Technology" }).click();
  await expect(page).toHaveURL("/tech");
  await expect(menu).toBeHidden();
});
