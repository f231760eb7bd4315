import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright";
import { bundlePage, serve } from "../pages.ts";
import type { Target } from "./client.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const CHROMIUM = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/**
 * Runs Google's own client against each target, streaming and long polling; returns the number of different outcomes.
 */
export const runSdk = async (targets: readonly Target[]): Promise<number> => {
  if (!existsSync(CHROMIUM)) {
    console.log(
      `user-document: Google's client skipped, there is no ${CHROMIUM}; CHROMIUM_PATH can name another.`,
    );
    return 0;
  }
  const pages = await serve({
    "/": '<!doctype html><title>SDK</title><script type="module" src="/sdk.js"></script>',
    "/sdk.js": await bundlePage(`${here}sdk-page.ts`),
  });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
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
    pages.stop();
  }
  return failed;
};
