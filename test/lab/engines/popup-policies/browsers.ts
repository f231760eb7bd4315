import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBrowser, launchOptions } from "../../../support/browser.mjs";

type Command = [file: string, ...args: string[]];

/** How to start each engine at an address, with an empty profile and without a popup blocker. */
const commands: Record<string, (profile: string, url: string) => Command> = {
  chromium: (profile, url) => [
    ensureBrowser(),
    ...launchOptions("").args,
    "--headless=new",
    "--disable-popup-blocking",
    `--user-data-dir=${profile}`,
    url,
  ],
  firefox: (profile, url) => {
    const preferences = {
      "dom.disable_open_during_load": false,
      "dom.popup_maximum": 50,
      "browser.shell.checkDefaultBrowser": false,
      "datareporting.policy.dataSubmissionEnabled": false,
    };
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    writeFileSync(join(profile, "user.js"), lines.join("\n"));
    return ["firefox-esr", "--headless", "--no-remote", "--profile", profile, url];
  },
  webkit: (_profile, url) => [
    "xvfb-run",
    "-a",
    "/usr/bin/python3",
    fileURLToPath(new URL("webkit.py", import.meta.url)),
    url,
  ],
};

export const ENGINES = Object.keys(commands);

/** Starts an engine at an address; returns a function that ends it and removes its profile. */
export function startBrowser(engine: string, url: string): () => Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), "tallybin-engine-"));
  const command = commands[engine];
  if (!command) throw new Error(`There is no engine ${engine}; there are ${ENGINES.join(", ")}.`);
  const [file, ...args] = command(profile, url);
  const child = spawn(file, args, {
    stdio: "ignore",
    // Start a separate process group, so that the browser's child processes end with it.
    detached: true,
    env: { ...process.env, HOME: profile, WEBKIT_DISABLE_COMPOSITING_MODE: "1" },
  });
  return async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    if (child.pid !== undefined && child.exitCode === null) {
      process.kill(-child.pid, "SIGKILL");
      await ended;
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
}
