/** Accessibility faults in a page, found by axe. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { RunOptions } from "axe-core";
import type { Page } from "playwright";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** By default, the rule of AAA does not report a contrast below AA. With these options one rule reports both. */
const ANY_CONTRAST = { normal: { minThreshold: 0 }, large: { minThreshold: 0 } };
const checks = { "color-contrast-enhanced": { options: { contrastRatio: ANY_CONTRAST } } };

declare const axe: typeof import("axe-core");

/**
 * The violations in the page's current state. Loads axe once per document, and omits the passed rules from the report:
 * otherwise axe describes thousands of elements that no test reads.
 */
export const violationsIn = async (
  page: Page,
  options: RunOptions = {},
  /** A selector of elements in the colors of another company, which need only the contrast of AA. */
  givenColors = ":not(*)",
): Promise<string[]> => {
  if (page.frames().length > 1) throw new Error("The test checks only pages without frames.");
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(
    async ({ asked, givenColors }) => {
      const { violations } = await axe.run(asked);
      return violations.flatMap(({ id, nodes }) => {
        const faults = nodes.filter(
          ({ element, any: [check] }) =>
            !(element?.closest(givenColors) && check?.data?.contrastRatio >= 4.5),
        );
        return faults.length === 0 ? [] : [`${id}: ${faults.map(({ html }) => html).join(" ")}`];
      });
    },
    { asked: { ...options, checks, elementRef: true, resultTypes: ["violations" as const] }, givenColors },
  );
};
