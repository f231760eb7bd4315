import { onTestFinished } from "vitest";
import { createSite, type SiteOptions, type SiteServer } from "../../src/site.ts";

/** A site that is closed after its test. Its timers would otherwise run on in the process that test files share. */
export function openSite(options: SiteOptions): SiteServer {
  const site = createSite(options);
  onTestFinished(() => site.close());
  return site;
}
