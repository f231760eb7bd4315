import type { Page } from "@playwright/test";
import { expect, test } from "../customer.ts";
import { accountMenu } from "../support.ts";

const LEAST_PX = 44;

test.use({ viewport: { width: 360, height: 740 } });

/** The links, buttons and fields that are lower. Links in sentences may be. */
const lowTargets = (page: Page, parts: string) =>
  page
    .locator(parts)
    .locator("a:not(p a), button, input:not([hidden]), textarea, [role=menuitem]")
    .evaluateAll(
      (targets, least) =>
        targets
          .map((target) => ({
            text: target.textContent || target.getAttribute("name"),
            box: target.getBoundingClientRect(),
          }))
          .filter(({ box }) => box.height > 0 && box.height < least)
          .map(({ text, box }) => `${text}: ${box.height}`),
      LEAST_PX,
    );

test("every link, button and field of the header, the forms and the footer is 44 px high", async ({
  page,
}) => {
  for (const path of ["/", "/contact", "/auth/signup", "/auth/signin"]) {
    await page.goto(path);
    const low = await lowTargets(page, "header, footer, main form, main [data-offer]:not(p)");
    expect(low, path).toEqual([]);
  }
});

test.describe("signed in", () => {
  test.use({ signedInAs: "verified customer" });

  test("every link, button and field of an account page is 44 px high", async ({ page }) => {
    for (const path of ["/dashboard", "/settings/general"]) {
      await page.goto(path);
      await accountMenu(page).click();
      await expect(page.getByRole("menu")).toBeVisible();
      await expect(page.getByText("Loading")).toHaveCount(0);
      expect(await lowTargets(page, "header, main, footer"), path).toEqual([]);
    }
  });
});
