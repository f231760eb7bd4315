import { expect, test } from "../fixtures.ts";
import { expectAccessible, open, PUBLIC_PATHS } from "./support.ts";

const PHONE = { width: 360, height: 740 };

for (const path of PUBLIC_PATHS)
  test(`no machine finds a fault for assistive technology on ${path}, wide or narrow`, async ({ page }) => {
    test.slow(); // two looks at a page take seconds each
    await open(page, path);
    await expectAccessible(page, "wide");
    await page.setViewportSize(PHONE);
    await expectAccessible(page, "narrow");
  });

test("nor in the open menu of a phone", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page, "/about");
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
  await expectAccessible(page, "menu open");
});
