import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import {
  expectAccessible,
  expectReadable,
  open,
  openToTheEnd,
  PUBLIC_PATHS,
  sidewaysOverflow,
  walk,
} from "./support.ts";

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

/** Runs in the page before its scripts. */
const noteChanges = () => {
  const changes: string[] = [];
  Object.assign(window, { changes });
  document.addEventListener("DOMContentLoaded", () => {
    const root = document.getElementById("root");
    if (!root) return;
    new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records)
        for (const node of [...addedNodes, ...removedNodes]) changes.push(node.textContent ?? node.nodeName);
    }).observe(root, { childList: true, subtree: true });
  });
};

// One load for all checks, because loading the page takes longer than most of them.
for (const path of PUBLIC_PATHS)
  test(`the page ${path} passes the checks of hydration, keyboard use, axe, narrow windows, zoom and forced colors`, async ({
    page,
  }) => {
    test.slow(); // a run of axe takes seconds
    await page.emulateMedia({ reducedMotion: "reduce" }); // otherwise the focused element may still be scrolling into view
    await page.addInitScript(noteChanges);
    await openToTheEnd(page, path);

    await test.step("hydration changes nothing in the content", async () => {
      // The badge of local mode is not part of the page: the built HTML does not know its mode. It comes last.
      await expect(page.getByRole("link", { name: "workbench" })).toBeVisible();
      const changes = await page.evaluate(() => Reflect.get(window, "changes"));
      expect(changes).toEqual(["Local services · workbench"]);
    });
    await test.step("the Tab key stops only at visible elements, and is never trapped", async () => {
      const stops = await walk(page);
      expect(stops[0]?.name).toBe("A Skip to content");
      expect(stops.length).toBeGreaterThan(10);
      expect(stops.length).toBeLessThan(80);
      expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([]);
    });
    await test.step("axe finds no violation", async () => {
      await expectAccessible(page, "wide");
      await expectReadable(page, "wide");
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
    });
  });

test("a printed front page has its text in black, and nothing over it", async ({ page }) => {
  await open(page, "/");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const headline = page.getByRole("heading", { level: 1 });
  await expect(headline).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.getByRole("contentinfo").getByRole("link").first()).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator("main picture img").first()).toBeHidden();
});

test("translated into a language from right to left, hero and drawings keep their places", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, "/");
  const headline = page.getByRole("heading", { level: 1 });
  const before = await headline.boundingBox();
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  expect((await headline.boundingBox())?.x).toBe(before?.x);
  const directions = await page
    .locator("main svg[direction] text")
    .evaluateAll((texts) => [...new Set(texts.map((text) => getComputedStyle(text).direction))]);
  expect(directions).toEqual(["ltr"]);
  expect(await sidewaysOverflow(page)).toEqual([]);
});
