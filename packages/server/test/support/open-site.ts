import { afterAll, expect, onTestFinished } from "vitest";
import { createSite, type SiteOptions, type SiteServer } from "../../src/site.ts";

/**
 * A site that is closed after its test, or after its file if no test is running. Its timers would otherwise run on in
 * the process that test files share.
 */
export function openSite(options: SiteOptions): SiteServer {
  const site = createSite(options);
  const after = expect.getState().currentTestName === undefined ? afterAll : onTestFinished;
  after(() => site.close());
  return site;
}
