import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright";
import { build } from "vite";
import { HEIGHT, WIDTH } from "./scene.ts";

export type Stage = { png(t: number): Promise<Buffer>; close(): Promise<void> };

const SYSTEM_CHROMIUM = "/usr/bin/chromium";

/** The stage as one classic script, because the blank page that runs it cannot import modules. */
async function bundleStage(): Promise<string> {
  const entry = fileURLToPath(new URL("stage.ts", import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: "warn",
    build: { write: false, minify: false, lib: { entry, formats: ["iife"], name: "hero" } },
  });
  for (const output of Array.isArray(built) ? built : [built])
    if ("output" in output) return output.output[0].code;
  throw new Error("The stage did not build.");
}

/** Opens a headless browser with the stage and the brand's mono face ready to draw. */
export async function openStage(): Promise<Stage> {
  const font = createRequire(import.meta.url).resolve(
    "@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
  );
  const browser = await chromium.launch({
    args: ["--no-sandbox"],
    ...(existsSync(SYSTEM_CHROMIUM) ? { executablePath: SYSTEM_CHROMIUM } : {}),
  });
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  await page.setContent("<canvas></canvas>");
  const data = readFileSync(font).toString("base64");
  await page.addStyleTag({
    content: `@font-face{font-family:"Geist Mono Variable";font-weight:100 900;src:url(data:font/woff2;base64,${data})}`,
  });
  await page.addScriptTag({ content: await bundleStage() });
  await page.evaluate(async () => {
    await Promise.all(
      [500, 600].map((weight) => document.fonts.load(`${weight} 20px "Geist Mono Variable"`)),
    );
  });
  return {
    async png(t) {
      const url = await page.evaluate((moment) => {
        const canvas = document.querySelector("canvas");
        const draw: unknown = Reflect.get(globalThis, "drawFrame");
        if (!canvas || typeof draw !== "function") throw new Error("The stage is not set.");
        draw(canvas, moment);
        return canvas.toDataURL("image/png");
      }, t);
      return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
    },
    close: () => browser.close(),
  };
}
