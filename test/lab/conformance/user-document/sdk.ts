import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright";
import { bundle } from "../../../../packages/identity/test/support/bundle.mjs";
import { ensureBrowser, launchOptions } from "../../../support/browser.mjs";
import { serve } from "../pages.ts";
import type { Target } from "./client.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/**
 * Runs Google's own client against each target, streaming and long polling; returns the number of different outcomes.
 */
export const runSdk = async (targets: readonly Target[]): Promise<number> => {
  const pages = await serve({
    "/": '<!doctype html><title>SDK</title><script type="module" src="/sdk.js"></script>',
    "/sdk.js": await bundle('import "./sdk-page.ts";', here),
  });
  const browser = await chromium.launch(launchOptions(ensureBrowser()));
  let failed = 0;
  try {
    for (const isLongPolling of [false, true]) {
      const outcomes = [];
      for (const { name, url } of targets) {
        const page = await browser.newPage();
        await page.goto(`${pages.origin}/`);
        const { hostname, port } = new URL(url);
        const call = `run(${JSON.stringify(hostname)}, ${port}, ${isLongPolling})`;
        outcomes.push(
          await page.evaluate(call).catch((error: unknown) => ({ failed: `${name}: ${String(error)}` })),
        );
        await page.close();
      }
      const isSame =
        isDeepStrictEqual(outcomes[0], outcomes[1]) && !JSON.stringify(outcomes).includes('"failed"');
      if (!isSame) failed += 1;
      const label = `Google's own client, ${isLongPolling ? "long polling" : "streaming"}`;
      console.log(
        `${isSame ? "same" : "DIFFERENT"}  ${label}${isSame ? "" : `\n    ${outcomes.map((o) => JSON.stringify(o)).join("\n    ")}`}`,
      );
    }
  } finally {
    await browser.close();
    await pages.close();
  }
  return failed;
};
