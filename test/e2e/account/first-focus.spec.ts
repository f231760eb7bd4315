import { expect, test } from "../fixtures.ts";
import { emailField, expectHydrated } from "../support.ts";
import { holdReact } from "./early.ts";

test("the sign-in page focuses its first field", async ({ page }) => {
  await page.goto("/auth/signin");
  await expect(emailField(page)).toBeFocused();
  await page.goto("/about");
  await page.getByRole("banner").getByRole("link", { name: "Customer Login" }).click();
  await expect(emailField(page)).toBeFocused();
});

test("the first field gets the focus without moving a page that has been scrolled", async ({ page }) => {
  const { release } = await holdReact(page);
  await page.goto("/auth/signin");
  const scrolled = await page.evaluate(() => {
    window.scrollTo({ top: 300, behavior: "instant" });
    return window.scrollY;
  });
  expect(scrolled).toBeGreaterThan(0);
  release();
  await expect(emailField(page)).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  test("the sign-in page does not open a phone's keyboard by itself", async ({ page }) => {
    await page.goto("/auth/signin");
    await expectHydrated(page, "main");
    await expect(emailField(page)).not.toBeFocused();
  });
});
