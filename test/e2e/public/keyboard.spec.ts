import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { open, PUBLIC_PATHS } from "./support.ts";

type Stop = { name: string; faults: string[] };

/** What has the focus, and whether a person can see it and that it has it. */
const stopAt = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return { name: "", faults: [] };
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const shows = style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) >= 2;
    const inView = right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
    const at = document.elementFromPoint(
      Math.min(Math.max((left + right) / 2, 0), innerWidth - 1),
      Math.min(Math.max((top + bottom) / 2, 0), innerHeight - 1),
    );
    const covered = at !== null && !element.contains(at) && !at.contains(element);
    return {
      name: `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40)}`,
      faults: [
        ...(shows ? [] : ["no outline"]),
        ...(inView ? [] : ["out of view"]),
        ...(covered ? [`covered by ${at.outerHTML.slice(0, 80)}`] : []),
        ...(width < 24 && height < 24 ? ["smaller than 24 px"] : []),
      ],
    };
  });

for (const path of PUBLIC_PATHS)
  test(`${path} can be walked with the Tab key: each stop is seen, none is a trap`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" }); // otherwise a stop is still scrolling into view
    await open(page, path);
    const stops: Stop[] = [];
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press("Tab");
      const stop = await stopAt(page);
      if (stop.name === "" || (stops.length > 1 && stop.name === stops[0]?.name)) break;
      stops.push(stop);
    }
    expect(stops[0]?.name).toBe("A Skip to content");
    expect(stops.length).toBeGreaterThan(10);
    expect(stops.length).toBeLessThan(80);
    expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([]);
  });

test("the skip link leads past the header", async ({ page }) => {
  await open(page, "/about");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

test("the menu of a phone opens, closes on Escape and on going elsewhere, and holds nobody", async ({
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
