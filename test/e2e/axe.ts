import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const expectNoViolation = async (axe: AxeBuilder, state: string) => {
  const { violations } = await axe
    .setLegacyMode(true) // the same result on pages without frames, without opening a second page
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

/** No violation of WCAG 2.2 AA that axe finds, in the page's current state, also in forced colors. */
export const expectAccessible = async (page: Page, state: string, except: string[] = []) => {
  // Colors are measured at rest, because a transition has no fixed contrast.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const axe = new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .disableRules(except);
  await expectNoViolation(axe, state);
  // Only what depends on colors: the other rules have the same result.
  await page.emulateMedia({ forcedColors: "active" });
  await reportPaintedColors(page);
  await expectNoViolation(new AxeBuilder({ page }).withRules(["color-contrast"]), `${state}, forced colors`);
  await page.emulateMedia({ forcedColors: null });
};
