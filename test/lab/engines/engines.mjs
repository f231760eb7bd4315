import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ensureBrowser } from "../../support/browser.mjs";
import { closeShared, launchPuppeteer } from "./drivers/puppeteer.mjs";
import { launchWebKit } from "./drivers/webkit.mjs";

const INSTALL_TIMEOUT_MS = 15 * 60_000;

/** Imitates Safari with "Block all cookies"; WebKitGTK has no such setting. */
const REFUSE_SITE_DATA = `
const refuse = (where, name) =>
  Object.defineProperty(where, name, { get() { throw new DOMException("The operation is insecure.", "SecurityError"); } });
for (const name of ["localStorage", "sessionStorage", "indexedDB"])
  refuse(window, name);
const openWindow = window.open;
window.open = (...args) => {
  const opened = openWindow.apply(window, args);
  if (opened) refuse(opened, "sessionStorage"); // the injected script does not run in the first document of a window
  return opened;
};
`;

const executable = (name) =>
  [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"]
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

const isDebianRoot = () =>
  process.getuid?.() === 0 &&
  existsSync("/etc/os-release") &&
  /^ID(_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));

const apt = (...args) =>
  spawnSync("apt-get", args, {
    stdio: ["ignore", 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeout: INSTALL_TIMEOUT_MS,
  }).status === 0;

const hasWebKitTypelib = () =>
  spawnSync(
    "/usr/bin/python3",
    ["-c", 'import gi; gi.require_version("WebKit2", "4.1"); gi.require_version("Gtk", "3.0")'],
    { stdio: "ignore" },
  ).status === 0;

/** Installs missing Debian packages; throws a sentence that says what to do. */
const ensure = (isThere, packages, what) => {
  if (isThere()) return;
  const installed =
    isDebianRoot() &&
    apt("update") &&
    apt("install", "-y", "--no-install-recommends", ...packages) &&
    isThere();
  if (!installed) throw new Error(`${what} is missing. On Debian: apt-get install ${packages.join(" ")}`);
};

const WEBKIT_PACKAGES = [
  "webkit2gtk-driver",
  "xvfb",
  "python3-gi",
  "gir1.2-webkit2-4.1",
  "gstreamer1.0-plugins-base",
  "gstreamer1.0-plugins-good",
  "gstreamer1.0-plugins-bad",
  "gstreamer1.0-libav",
];

/** The preparation of each engine. */
export const ENGINES = {
  chromium: {
    ready: () => ({ launch: launchPuppeteer("chromium", ensureBrowser()) }),
  },
  firefox: {
    ready: () => {
      const find = () => process.env["FIREFOX_PATH"] ?? executable("firefox-esr") ?? executable("firefox");
      ensure(() => find() !== undefined, ["firefox-esr"], "Firefox");
      return { launch: launchPuppeteer("firefox", find()), dispose: closeShared };
    },
  },
  webkit: {
    ready: () => {
      const isThere = () =>
        executable("WebKitWebDriver") !== undefined && executable("Xvfb") !== undefined && hasWebKitTypelib();
      ensure(isThere, WEBKIT_PACKAGES, "WebKitGTK");
      return {
        launch: (options) =>
          launchWebKit({
            ...options,
            script: options.mode === "blocked" ? options.script + REFUSE_SITE_DATA : options.script,
          }),
      };
    },
  },
};
