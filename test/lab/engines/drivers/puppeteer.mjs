import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";

/** Makes Chromium refuse all site data, like its settings page. */
const BLOCKED_BY_CHROMIUM = { profile: { default_content_setting_values: { cookies: 2 } } };
/** Refuse all cookies and site data. */
const BLOCKED_BY_FIREFOX = { "network.cookie.cookieBehavior": 2 };

const START_MS = 120_000;

/** Firefox's messages about a chunk that a navigation canceled. The hash is that of an empty file. */
const CANCELED = /error loading dynamically imported module|47DEQpj8HBSa\+\/TImW\+5JCeuQeRkm5NMpJWZG3hSuFU=/;

const isNoise = (text) => !text.startsWith("Failed to load resource");

const chromium = (executablePath, mode, folder) => {
  if (mode === "blocked") {
    mkdirSync(join(folder, "Default"));
    writeFileSync(join(folder, "Default/Preferences"), JSON.stringify(BLOCKED_BY_CHROMIUM));
  }
  return {
    browser: "chrome",
    executablePath,
    userDataDir: folder,
    ignoreDefaultArgs: ["--disable-popup-blocking"],
    args: [
      "--window-size=1280,800",
      "--no-first-run",
      "--disable-gpu",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  };
};

const firefox = (executablePath, mode) => ({
  browser: "firefox",
  executablePath,
  extraPrefsFirefox: {
    "dom.disable_open_during_load": true, // puppeteer turns the popup blocker off
    "media.autoplay.default": 1,
    ...(mode === "blocked" ? BLOCKED_BY_FIREFOX : {}),
    ...(mode === "private" ? { "browser.privatebrowsing.autostart": true } : {}),
  },
});

/** Firefox takes seconds to start and isolates its contexts, so flows without settings of their own share one. */
const shared = new Map();

const start = (engine, executablePath, mode, folder) =>
  puppeteer.launch({
    ...(engine === "chromium" ? chromium(executablePath, mode, folder) : firefox(executablePath, mode)),
    protocol: "webDriverBiDi",
    headless: true,
    defaultViewport: null,
    timeout: START_MS,
    protocolTimeout: START_MS,
  });

/** @param {"chromium" | "firefox"} engine @param {string} executablePath */
export const launchPuppeteer =
  (engine, executablePath) =>
  /** @param {{ mode: string, script: string }} options */
  async ({ mode, script }) => {
    const folder = mkdtempSync(join(tmpdir(), "tallybin-engine-"));
    const isShared = engine === "firefox" && mode === "normal";
    if (isShared && !shared.get(executablePath)?.connected)
      shared.set(executablePath, await start(engine, executablePath, mode, folder));
    const browser = await (isShared
      ? shared.get(executablePath)
      : start(engine, executablePath, mode, folder));
    const hasOwnContext = isShared || (mode === "private" && engine === "chromium");
    const context = hasOwnContext ? await browser.createBrowserContext() : browser.defaultBrowserContext();
    const noise = [];
    const known = new WeakSet();
    const watch = async (page) => {
      if (known.has(page)) return;
      known.add(page);
      page.on("pageerror", ({ message }) => {
        if (!CANCELED.test(message)) noise.push(`uncaught: ${message}`);
      });
      page.on("console", (message) => {
        if (["error", "warn"].includes(message.type()) && isNoise(message.text()))
          noise.push(`${message.type()}: ${message.text()}`);
      });
      page.on("dialog", (dialog) => dialog.accept());
      await page.evaluateOnNewDocument(script);
    };
    const ids = new WeakMap();
    let made = 0;
    const tabOf = (page) => {
      if (!ids.has(page)) ids.set(page, `tab-${made++}`);
      // Chromium renders nothing in a background tab, where a click would wait forever.
      const atFront = (act) => async (what) => {
        await page.bringToFront();
        return act(what);
      };
      return {
        id: ids.get(page),
        goto: (address) => page.goto(address, { waitUntil: "load" }),
        run: (source) => page.evaluate(source),
        click: atFront((css) => page.click(css)),
        type: atFront((text) => page.keyboard.type(text)),
        press: atFront((key) => page.keyboard.press(key)),
        resize: (width, height) => page.setViewport({ width, height }),
        close: () => page.close(),
        bringToFront: () => page.bringToFront(),
      };
    };
    const tabs = async () => {
      const pages = (await context.pages()).filter((page) => !page.isClosed());
      await Promise.all(pages.map((page) => watch(page).catch(() => undefined)));
      return pages.map(tabOf);
    };
    if ((await tabs()).length === 0) await context.newPage();
    await tabs();
    return {
      version: await browser.version(),
      tabs,
      newTab: async () => {
        const page = await context.newPage();
        await watch(page);
        return tabOf(page);
      },
      noise: () => noise,
      close: async () => {
        await (isShared ? context : browser).close().catch(() => undefined);
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      },
    };
  };

export const closeShared = async () => {
  for (const browser of shared.values()) await browser.close();
  shared.clear();
};
