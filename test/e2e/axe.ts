import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const expectNoViolation = async (axe: AxeBuilder, state: string) => {
  const { violations } = await axe
    .setLegacyMode(true) // avoids a second page; on pages without frames the result is the same
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
    state,
  ).toEqual([]);
};

/** Axe reads the fill of text. In forced colors Chromium paints the forced color, but reports the author's fill. */
const reportPaintedColors = (page: Page) =>
  page.evaluate(() => {
    const { getPropertyValue } = CSSStyleDeclaration.prototype;
    CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
      return getPropertyValue.call(this, name === "-webkit-text-fill-color" ? "color" : name);
    };
  });

/** Expects that axe finds no violation of WCAG 2.2 AA in the page's current state, also in forced colors. */
export const expectAccessible = async (page: Page, state: string, except: string[] = []) => {
  // Turn transitions off before colors are measured, because the contrast changes during a transition.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const axe = new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .disableRules(except);
  await expectNoViolation(axe, state);
  // In forced colors, run only the rules that depend on colors.
  await page.emulateMedia({ forcedColors: "active" });
  await reportPaintedColors(page);
  await expectNoViolation(new AxeBuilder({ page }).withRules(["color-contrast"]), `${state}, forced colors`);
  await page.emulateMedia({ forcedColors: null });
};
