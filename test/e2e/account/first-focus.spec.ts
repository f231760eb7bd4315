import { expect, test } from "../fixtures.ts";
import { emailField, expectHydrated } from "../support.ts";

test("the sign-in page focuses its first field", async ({ page }) => {
  await page.goto("/auth/signin");
  await expect(emailField(page)).toBeFocused();
  await page.goto("/about");
  await page.getByRole("banner").getByRole("link", { name: "Customer Login" }).click();
  await expect(emailField(page)).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  test("the sign-in page does not open a phone's keyboard by itself", async ({ page }) => {
    await page.goto("/auth/signin");
    await expectHydrated(page, "main");
    await expect(emailField(page)).not.toBeFocused();
  });
});
