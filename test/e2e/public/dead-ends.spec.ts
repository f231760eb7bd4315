import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { expectHydrated } from "../support.ts";
import { expectAccessible } from "./support.ts";

const toggle = (page: Page) => page.getByRole("banner").getByRole("button", { name: /menu$/ });
const panelLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name, exact: true });

test.describe("the mobile menu", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the mobile menu stays closed after going back, and closes on a tap on the link of the current page", async ({
    page,
  }) => {
    await page.goto("/about");
    await expectHydrated(page, "footer");
    await toggle(page).click();
    await page.getByRole("banner").getByRole("link", { name: "Tallybin" }).click();
    await expect(page).toHaveURL("/");
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");
    await page.goBack();
    await expect(page).toHaveURL("/about");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Built for impact.");
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");
    await toggle(page).click();
    await panelLink(page, "About").click();
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");
  });
});

test("a navigation to a page that cannot be loaded shows a message in the visitor's view", async ({
  page,
  context,
}) => {
  await page.goto("/legal/privacy-policy", { waitUntil: "networkidle" });
  await context.setOffline(true);
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  const message = page.getByRole("status").filter({ hasText: "couldn’t be opened" });
  await expect(message).toBeInViewport();
  await expect(page).toHaveURL("/legal/privacy-policy");
  await expectAccessible(page, "out of reach");
  await context.setOffline(false);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the page for an unknown path shows the decoded path without JavaScript", async ({ page }) => {
    await page.goto("/no/such-page%20%3Cb%3E&amp;");
    await expect(page.getByRole("main")).toContainText("The page /no/such-page <b>&amp; could not be found.");
  });
});

test("hydration succeeds on the page for an unknown path with unusual characters", async ({ page }) => {
  for (const path of ["/no/%E2%82%AC%0D%00", "/no/%zz", `/${"x".repeat(400)}`, "/no/%26lt;/"]) {
    await page.goto(path);
    await expectHydrated(page, "footer");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  }
});

for (const { width, height } of [
  { width: 320, height: 600 },
  { width: 1280, height: 800 },
])
  test(`the badge of the local services covers no control at ${width} px at any scroll position`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    for (const path of ["/auth/signin", "/contact", "/"]) {
      await page.goto(path);
      await expect(page.getByRole("complementary", { name: "Local services" })).toBeAttached();
      const covered = await page.evaluate(async () => {
        const badge = document.querySelector('[aria-label="Local services"]');
        const found: string[] = [];
        for (let top = 0; top <= document.documentElement.scrollHeight; top += 40) {
          window.scrollTo({ top, behavior: "instant" });
          const area = badge?.getBoundingClientRect();
          if (!area) return ["no badge"];
          for (const control of document.querySelectorAll("a, button, input, textarea")) {
            if (badge?.contains(control)) continue;
            const box = control.getBoundingClientRect();
            const isApart =
              box.width === 0 ||
              box.right <= area.left ||
              box.left >= area.right ||
              box.bottom <= area.top ||
              box.top >= area.bottom;
            if (!isApart && getComputedStyle(control).visibility !== "hidden")
              found.push(control.textContent ?? "");
          }
        }
        return [...new Set(found)];
      });
      expect(covered, path).toEqual([]);
    }
  });
