import { expect, type Page } from "@playwright/test";
import { violationsIn } from "../support/axe.ts";
import { isWhole } from "./matrix.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Facebook gives the colors of its button. */
const GIVEN_COLORS = "[data-offer='facebook.com']";

/** Axe reads the fill of text. In forced colors Chromium paints the forced color, but reports the author's fill. */
const reportPaintedColors = (page: Page) =>
  page.evaluate(() => {
    if ("reportsPaintedColors" in window) return;
    Object.assign(window, { reportsPaintedColors: true });
    const { getPropertyValue } = CSSStyleDeclaration.prototype;
    CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
      return getPropertyValue.call(this, name === "-webkit-text-fill-color" ? "color" : name);
    };
  });

const expectContrast = async (page: Page, state: string) => {
  const ofColors = await violationsIn(page, { runOnly: { type: "rule", values: ["color-contrast"] } });
  expect(ofColors, state).toEqual([]);
  const enhanced = { runOnly: { type: "rule" as const, values: ["color-contrast-enhanced"] } };
  expect(await violationsIn(page, enhanced, [GIVEN_COLORS]), `${state}, AAA`).toEqual([]);
};

/** Expects that axe finds no violation of WCAG 2.2 AA in the page's current state, and contrast of AAA. */
export const expectAccessible = async (page: Page, state: string, except: string[] = []) => {
  // Turn transitions off before colors are measured, because the contrast changes during a transition.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]));
  expect(await violationsIn(page, { runOnly: { type: "tag", values: TAGS }, rules }), state).toEqual([]);
  await expectContrast(page, state);
  if (isWhole) await expectReadable(page, state);
};

/** Expects that axe finds enough contrast in the dark scheme and in forced colors. Once a page, as it takes time. */
export const expectReadable = async (page: Page, state: string) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectContrast(page, `${state}, dark`);
  await page.emulateMedia({ colorScheme: null });
  await page.emulateMedia({ forcedColors: "active" });
  await reportPaintedColors(page);
  const ofColors = await violationsIn(page, { runOnly: { type: "rule", values: ["color-contrast"] } });
  expect(ofColors, `${state}, forced colors`).toEqual([]);
  await page.emulateMedia({ forcedColors: null });
};
