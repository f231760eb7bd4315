import { expect, type Page, test } from "@playwright/test";
import { isWhole } from "../../packages/server/test/support/whole.ts";
import { violationsIn } from "../support/axe.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The contrast of AA, for forced colors. In other colors the rule of AAA reports these faults too. */
const CONTRAST = "color-contrast";
const ENHANCED = "color-contrast-enhanced";
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

const contrastFaults = (page: Page, rule: string) =>
  violationsIn(page, { runOnly: { type: "rule", values: [rule] } }, GIVEN_COLORS);

/** On the other origin are the same pages. */
const isAgain = () => test.info().project.name === "second origin" && !isWhole;

/** The violations of WCAG 2.2 AA in the page's current state, and of AAA's contrast. */
export const faultsIn = (page: Page, except: string[] = []) => {
  const rules = Object.fromEntries([CONTRAST, ...except].map((rule) => [rule, { enabled: false }]));
  const options = {
    runOnly: { type: "tag" as const, values: TAGS },
    rules: { ...rules, [ENHANCED]: { enabled: true } },
  };
  return violationsIn(page, options, GIVEN_COLORS);
};

export const expectAccessible = async (page: Page, state: string, except: string[] = []) => {
  if (isAgain()) return;
  // Turn transitions off before colors are measured, because the contrast changes during a transition.
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await faultsIn(page, except), state).toEqual([]);
  if (isWhole) await expectReadable(page, state);
};

/** Expects that axe finds enough contrast in the dark scheme and in forced colors. Once a page, as it takes time. */
export const expectReadable = async (page: Page, state: string) => {
  if (isAgain()) return;
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await contrastFaults(page, ENHANCED), `${state}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: null });
  await page.emulateMedia({ forcedColors: "active" });
  await reportPaintedColors(page);
  expect(await contrastFaults(page, CONTRAST), `${state}, forced colors`).toEqual([]);
  await page.emulateMedia({ forcedColors: null });
};
