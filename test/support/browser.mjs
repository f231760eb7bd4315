/**
 * Finds a Chromium for the browser tests, or installs one, and says what it did. Order: CHROMIUM_PATH, Playwright's
 * own download, a Chromium or Chrome of the system, then an installation. The headless shell is the same engine
 * without browser windows, and takes about two thirds of the processor time. Without one, the tests run in the whole
 * browser.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";

const INSTALL_TIMEOUT_MS = 10 * 60_000;

const say = (/** @type {string} */ message) => process.stderr.write(`[browser] ${message}\n`);

/** @param {string} file */
const isExecutable = (file) => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const ofPlaywright = () => {
  try {
    const file = chromium.executablePath(); // the path, even if no file exists there
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined; // Playwright has no build for this platform
  }
};

const WHOLE = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const SHELL = ["chromium-headless-shell", "chrome-headless-shell"];
const ELSEWHERE = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** @param {string[]} names */
const onPath = (names) =>
  [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin", "/usr/local/bin", "/snap/bin"]
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable);

const ofSystem = () => onPath(WHOLE) ?? ELSEWHERE.find(isExecutable);

/**
 * @returns {string | undefined} the path of an executable browser, undefined when there is none.
 * @throws when CHROMIUM_PATH is set but cannot be executed: the search does not silently continue.
 */
const findBrowser = () => {
  const wanted = process.env["CHROMIUM_PATH"];
  if (wanted === undefined || wanted === "") return ofPlaywright() ?? ofSystem();
  if (!isExecutable(wanted)) throw new Error(`CHROMIUM_PATH=${wanted} cannot be executed.`);
  return wanted;
};

/** @param {string} command @param {string[]} args */
const run = (command, args) => {
  say(`running: ${command} ${args.join(" ")}`);
  const { status } = spawnSync(command, args, {
    stdio: ["ignore", 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeout: INSTALL_TIMEOUT_MS,
    shell: process.platform === "win32",
  });
  return status === 0;
};

const isDebianRoot = () =>
  process.getuid?.() === 0 &&
  existsSync("/etc/os-release") &&
  /^ID(_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));

/**
 * The path of a browser that can be launched; installs one if there is none.
 * @throws when nothing is found and nothing can be installed; the message says what to do.
 */
export const ensureBrowser = () => {
  const found = findBrowser();
  if (found !== undefined) {
    say(`using ${found}`);
    return found;
  }
  say("no Chromium or Chrome found, installing one");
  const installers = [
    () => run("npx", ["--no-install", "playwright", "install", "chromium"]),
    () =>
      isDebianRoot() &&
      run("apt-get", ["update"]) &&
      run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"]),
  ];
  for (const install of installers) {
    const file = install() ? findBrowser() : undefined;
    if (file !== undefined) {
      say(`installed ${file}`);
      return file;
    }
  }
  throw new Error(
    "There is no browser for the tests. Set CHROMIUM_PATH to a Chromium or Chrome, or install one: " +
      "`npx playwright install --with-deps chromium`, or on Debian `apt-get install chromium`.",
  );
};

/**
 * The headless shell, for pages that need no browser around them; installs Debian's if there is none. Falls back to
 * the found or installed browser, if there is no shell or CHROMIUM_PATH asks for that one. The shell has no
 * back/forward cache, so tests of that need the whole browser.
 * @param {string} browser the whole browser
 */
export const ensureHeadlessShell = (browser) => {
  if (process.env["CHROMIUM_PATH"]) return browser;
  const isDebians = browser === "/usr/bin/chromium" && isDebianRoot();
  const shell =
    onPath(SHELL) ??
    (isDebians &&
    run("apt-get", ["update"]) &&
    run("apt-get", ["install", "-y", "--no-install-recommends", "chromium-headless-shell"])
      ? onPath(SHELL)
      : undefined);
  say(shell === undefined ? "no headless shell found, using the whole browser" : `using ${shell}`);
  return shell ?? browser;
};

/** A headless browser for pages that need no browser around them; installs one if there is none. */
export const launchHeadless = () => chromium.launch(launchOptions(ensureHeadlessShell(ensureBrowser())));

/** @param {string} executablePath */
export const launchOptions = (executablePath) => ({
  executablePath,
  args: [
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), // Chromium refuses to sandbox itself as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
