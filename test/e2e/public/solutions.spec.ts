import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { open } from "./support.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const top = (page: Page, id: string) =>
  page.evaluate((name) => document.getElementById(name)?.getBoundingClientRect().top ?? Number.NaN, id);
/** Expects the solution right below the sticky table of contents. */
const expectInPlace = async (page: Page, id: string) => {
  await expect.poll(() => top(page, id)).toBeGreaterThan(40);
  await expect.poll(() => top(page, id)).toBeLessThan(60);
};

test("a page opened at a solution's anchor scrolls smoothly to the solution", async ({ page }) => {
  await page.goto("/solutions#solution2");
  await expectInPlace(page, "solution2");
  // Checks the style instead of painted steps, because their number depends on the machine.
  await expect(page.locator("html")).toHaveCSS("scroll-behavior", "smooth");
});

test("a page opened at a solution's anchor jumps to the solution under reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.addInitScript(() => {
    const path = new Set<number>();
    Object.assign(window, { path });
    document.addEventListener("scroll", () => path.add(Math.round(window.scrollY / 50)));
  });
  await page.goto("/solutions#solution3");
  await expectInPlace(page, "solution3");
  await expect(page.locator("html")).toHaveCSS("scroll-behavior", "auto");
  expect(await page.evaluate(() => Reflect.get(window, "path").size)).toBeLessThanOrEqual(1);
});

test("a link from another page to a solution leads to the solution, not to the top of the page", async ({
  page,
}) => {
  await open(page, "/");
  await page.evaluate(() => {
    const link = Object.assign(document.createElement("a"), {
      href: "/solutions#solution1",
      textContent: "there",
    });
    document.querySelector("main")?.prepend(link);
  });
  await page.getByRole("link", { name: "there" }).click();
  await expect(page).toHaveURL("/solutions#solution1");
  await expectInPlace(page, "solution1");
});

test("the table of contents stays visible, leads to each solution and marks the current one, also when the reader scrolls back to its end", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "/solutions");
  const list = page.getByRole("navigation", { name: "On this page" });
  const links = list.getByRole("link");
  await expect(links).toHaveCount(4);
  for (const index of [3, 1, 0, 2]) {
    await links.nth(index).click();
    await expect(page).toHaveURL(`/solutions#solution${index}`);
    await expectInPlace(page, `solution${index}`);
    await expect(links.nth(index)).toHaveAttribute("aria-current", "location");
    await expect(list.locator("[aria-current]")).toHaveCount(1);
    await expect(list).toBeInViewport();
  }

  /** Scrolls the end of the second block to the reading line, or to below it. */
  const scrollTo = (pixelsBelow: number) =>
    page.evaluate((below) => {
      const end = document.getElementById("solution1")?.getBoundingClientRect().bottom ?? 0;
      window.scrollBy(0, end - window.innerHeight * 0.455 - below);
    }, pixelsBelow);
  for (const [pixelsBelow, marked] of [
    [100, 1],
    [0, 2],
    [100, 1],
  ] as const) {
    await scrollTo(pixelsBelow);
    await expect(links.nth(marked)).toHaveAttribute("aria-current", "location");
  }
});
