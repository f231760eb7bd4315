/** Accessibility faults in a page, found by axe. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { RunOptions } from "axe-core";
import type { Page } from "playwright";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare const axe: typeof import("axe-core");

/**
 * The violations in the page's current state. Loads axe once per document, and omits the passed rules from the report:
 * otherwise axe describes thousands of elements that no test reads.
 */
export const violationsIn = async (
  page: Page,
  options: RunOptions = {},
  /** Selects the elements that a rule does not check. */
  excluded: Record<string, string> = {},
): Promise<string[]> => {
  if (page.frames().length > 1) throw new Error("The test checks only pages without frames.");
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(
    async ({ asked, excluded }) => {
      const { violations } = await axe.run(asked);
      return violations.flatMap(({ id, nodes }) => {
        const checked = nodes.filter(({ element }) => !element?.closest(excluded[id] ?? ":not(*)"));
        return checked.length === 0 ? [] : [`${id}: ${checked.map(({ html }) => html).join(" ")}`];
      });
    },
    { asked: { ...options, elementRef: true, resultTypes: ["violations" as const] }, excluded },
  );
};
