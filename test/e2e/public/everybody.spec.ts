import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { expectAccessible, openToTheEnd, PUBLIC_PATHS, sidewaysOverflow } from "./support.ts";

type Stop = { name: string; faults: string[] };

/** The focused element, and whether its focus is visible. */
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

/** Every stop of the Tab key until it starts again. */
const walk = async (page: Page): Promise<Stop[]> => {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press("Tab");
    const stop = await stopAt(page);
    if (stop.name === "" || (stops.length > 1 && stop.name === stops[0]?.name)) break;
    stops.push(stop);
  }
  return stops;
};

/** Buttons and fields that would have no edge in forced colors. */
const edgeless = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main button, main a[class*=button], footer button, input, textarea")]
      .filter((element) => {
        const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element);
        return element.checkVisibility() && (borderTopWidth === "0px" || borderTopColor === backgroundColor);
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 100)),
  );

// One load for all checks, because loading the page takes longer than most of them.
for (const path of PUBLIC_PATHS)
  test(`the page ${path} passes the checks of keyboard use, axe, narrow windows, zoom and forced colors`, async ({
    page,
  }) => {
    test.slow(); // a run of axe takes seconds
    await page.emulateMedia({ reducedMotion: "reduce" }); // otherwise the focused element may still be scrolling into view
    await openToTheEnd(page, path);

    await test.step("the Tab key stops only at visible elements, and is never trapped", async () => {
      const stops = await walk(page);
      expect(stops[0]?.name).toBe("A Skip to content");
      expect(stops.length).toBeGreaterThan(10);
      expect(stops.length).toBeLessThan(80);
      expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([]);
    });
    await test.step("axe finds no violation", async () => {
      await expectAccessible(page, "wide");
      await page.setViewportSize({ width: 360, height: 740 });
      await expectAccessible(page, "narrow");
    });
    await test.step("in forced colors every button has an edge", async () => {
      await page.emulateMedia({ forcedColors: "active" });
      expect(await edgeless(page)).toEqual([]);
      await page.emulateMedia({ forcedColors: "none" });
    });
    await test.step("the page does not scroll sideways", async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await sidewaysOverflow(page), "320 px").toEqual([]);
      await page.setViewportSize({ width: 640, height: 400 });
      expect(await sidewaysOverflow(page), "a window of 1280 px at a zoom of 200 %").toEqual([]);
      await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
      await page.setViewportSize({ width: 1280, height: 800 });
      expect(await sidewaysOverflow(page), "text of double size").toEqual([]);
    });
  });
