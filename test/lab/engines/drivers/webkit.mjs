import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Builder, By, Capabilities, Key } from "selenium-webdriver";

const program = fileURLToPath(new URL("webkit-browser.py", import.meta.url));
const PYTHON = "/usr/bin/python3";

/** One display for all sessions, and one driver each: a WebKitWebDriver serves a single session. */
let display;
const displayOf = () => {
  display ??= new Promise((resolve, reject) => {
    const xvfb = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    process.once("exit", () => xvfb.kill());
    xvfb.once("error", reject);
    xvfb.stdio[3].once("data", (data) => resolve(`:${String(data).trim()}`));
  });
  return display;
};
const environment = async () => ({ ...process.env, DISPLAY: await displayOf(), GDK_BACKEND: "x11" });

const startDriver = async (port) => {
  const child = spawn("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
    env: await environment(),
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 400; tries++) {
    const isReady = await fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { child, url };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("WebKitWebDriver does not answer.");
};

/**
 * WebKit's messages about a request that a navigation cancels, that a server refuses, or that a page has not used
 * yet.
 */
const EXPECTED = /due to access control checks|Failed to load resource|was preloaded using link preload/;

const KEYS = { Tab: Key.TAB, Enter: Key.ENTER, Escape: Key.ESCAPE };

/** @param {{ mode: string, script: string, port: number }} options */
export async function launchWebKit({ mode, script, port }) {
  const folder = mkdtempSync(join(tmpdir(), "tallybin-webkit-"));
  const consoleFile = join(folder, "console");
  const args = [program, `--console=${consoleFile}`, `--script=${join(folder, "script.js")}`];
  if (mode !== "private") args.push(`--data=${folder}`);
  writeFileSync(join(folder, "script.js"), script);
  const { child, url } = await startDriver(port);
  const driver = await new Builder()
    .usingServer(url)
    .withCapabilities(
      new Capabilities({
        browserName: "engine-tests",
        "webkitgtk:browserOptions": { binary: PYTHON, args },
      }),
    )
    .build();
  await driver.manage().setTimeouts({ script: 30_000, pageLoad: 30_000 });

  // Commands to two windows of one session must not overlap: each switches first.
  let last = Promise.resolve();
  const inTurn = (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const tabOf = (handle) => {
    const at = (work) =>
      inTurn(async () => {
        await driver.switchTo().window(handle);
        return work();
      });
    return {
      id: handle,
      goto: (address) => at(() => driver.get(address)),
      run: (source) => at(() => driver.executeScript(`return (${source})`)),
      click: (css) => at(async () => (await driver.findElement(By.css(css))).click()),
      type: (text) => at(async () => (await driver.switchTo().activeElement()).sendKeys(text)),
      press: (key) => at(() => driver.actions().sendKeys(KEYS[key]).perform()),
      resize: (width, height) => at(() => driver.manage().window().setRect({ width, height })),
      close: () => at(() => driver.close()),
    };
  };
  return {
    version: `WebKitGTK ${(await driver.getCapabilities()).get("browserVersion")}`,
    tabs: () => inTurn(async () => (await driver.getAllWindowHandles()).map(tabOf)),
    newTab: () =>
      inTurn(async () => {
        await driver.switchTo().newWindow("window");
        return tabOf(await driver.getWindowHandle());
      }),
    noise: () =>
      readFileSync(consoleFile, "utf8")
        .split("\n")
        .filter((line) => /CONSOLE .*(ERROR|WARN)/.test(line) && !EXPECTED.test(line)),
    close: async () => {
      await driver.quit().catch(() => undefined);
      child.kill();
      try {
        rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
      } catch {
        // WebKit's processes may still be writing; the folder is a temporary one.
      }
    },
  };
}
